import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
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

/** Several views of one thing: arrow keys move, Home and End jump. */
export function Tabs<Value extends string>({ value, onChange, label, tabs, children, ...looks }: Props<Value>) {
  const choose = (next: string) => {
    const tab = tabs.find(tab => tab.value === next)
    if (tab) onChange(tab.value)
  }
  return (
    <Radix.Root value={value} onValueChange={choose} className={looks.className}>
      <Radix.List
        aria-label={label}
        className={classNames('flex gap-1 rounded-2xl bg-sunken p-1', looks.listClassName)}
      >
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={classNames(
              'group flex min-h-11 grow items-center justify-center gap-2 rounded-xl px-1.5 py-1 font-[650] text-ink-2 leading-tight data-[state=active]:bg-picked data-[state=active]:font-bold data-[state=active]:text-picked-ink',
              // Three words fit on one line of a phone.
              tabs.length > 2 ? 'text-sm md:text-base' : 'text-[.9375rem]',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <small className="rounded-lg bg-surface px-[7px] py-0.5 font-bold text-[.8125rem] tabular-nums group-data-[state=active]:bg-[color-mix(in_srgb,currentColor_18%,transparent)]">
                {tab.count}
              </small>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

/** The panel of a tab, rendered only while it is active. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  return (
    <Radix.Content value={value} className={classNames('mt-4', className)}>
      {children}
    </Radix.Content>
  )
}
