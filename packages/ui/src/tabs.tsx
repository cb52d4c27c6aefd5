import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from 'react'
import { classNames } from './class-names.ts'

type Tab<Value extends string> = { value: Value; label: ReactNode; count?: number | undefined }
type Props<Value extends string> = {
  value: Value
  onChange: (value: Value) => void
  label: string
  tabs: readonly Tab<Value>[]
  /** One `TabPanel` per tab. */
  children: ReactNode
  listClassName?: string
  /** `[display:contents]` lets the list and the panels be separate items of the surrounding grid. */
  className?: string
}

const Group = createContext({ id: '', active: '' })

/** Several views of one thing: arrow keys move, Home and End jump. */
export function Tabs<Value extends string>({ value, onChange, label, tabs, children, ...looks }: Props<Value>) {
  const id = useId()
  const choose = (next: Value) => next !== value && onChange(next)
  return (
    <div className={looks.className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className={classNames('flex flex-wrap gap-1 rounded-2xl bg-sunken p-1', looks.listClassName)}
      >
        {tabs.map(tab => {
          const isActive = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}tab-${tab.value}`}
              aria-controls={`${id}panel-${tab.value}`}
              aria-selected={isActive}
              tabIndex={isActive ? 0 : -1}
              // Not every browser focuses what is clicked.
              onClick={() => choose(tab.value)}
              onFocus={() => choose(tab.value)}
              className={classNames(
                'group flex min-h-11 min-w-0 grow items-center justify-center gap-2 rounded-xl px-1.5 py-1 font-[650] text-ink-2 leading-tight aria-selected:bg-picked aria-selected:font-bold aria-selected:text-picked-ink',
                // Three words fit on one line of a phone.
                tabs.length > 2 ? 'text-sm md:text-base' : 'text-[.9375rem]',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <small className="rounded-lg bg-surface px-[7px] py-0.5 font-bold text-[.8125rem] tabular-nums group-aria-selected:bg-[color-mix(in_srgb,currentColor_18%,transparent)]">
                  {tab.count}
                </small>
              )}
            </button>
          )
        })}
      </div>
      <Group value={{ id, active: value }}>{children}</Group>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const now = tabs.findIndex(tab => tab.matches(':focus'))
  const next = { ArrowLeft: now - 1, ArrowRight: (now + 1) % tabs.length, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  tabs.at(next)?.focus()
}

/** The panel of a tab, rendered only while it is active. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  const { id, active } = useContext(Group)
  const isActive = value === active
  return (
    <div
      role="tabpanel"
      id={`${id}panel-${value}`}
      aria-labelledby={`${id}tab-${value}`}
      hidden={!isActive}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard goes from the tab to its panel, whatever is in it
      tabIndex={0}
      className={classNames('mt-4', className)}
    >
      {isActive && children}
    </div>
  )
}
