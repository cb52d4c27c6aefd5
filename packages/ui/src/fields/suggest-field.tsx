import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { Field } from './text-field.tsx'

type Suggestion = { id: number; label: string; detail?: ReactNode; icon?: IconName }

type Props = Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'onSelect' | 'value'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Shown between the label and the field. */
  before?: ReactNode
  icon?: IconName
  value: string
  onChange: (value: string) => void
  suggestions: readonly Suggestion[]
  onPick: (suggestion: Suggestion) => void
  /** The accessible name of the list. */
  listLabel: string
  /** Announced when suggestions appear and disappear. */
  announcement: string
}

/** Free text with suggestions below: the arrow keys move, Enter chooses, Escape closes. */
export function SuggestField({
  label,
  hint,
  error,
  before,
  icon,
  value,
  onChange,
  suggestions,
  onPick,
  listLabel,
  announcement,
  onBlur,
  ...props
}: Props) {
  const listId = useId()
  const { isOpen, isShown, active, open, close, pick, onKeyDown } = useSuggestions(suggestions, onPick)
  return (
    <Field {...{ label, hint, error }}>
      {control => (
        <>
          {before}
          <div className="relative">
            <div className="field-box">
              {icon && <Icon name={icon} className="text-ink-2" />}
              <input
                {...props}
                {...control}
                role="combobox"
                aria-expanded={isShown}
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
                autoComplete="off"
                value={value}
                onChange={event => {
                  onChange(event.target.value)
                  open()
                }}
                onKeyDown={onKeyDown}
                onBlur={event => {
                  close()
                  onBlur?.(event)
                }}
              />
            </div>
            <List {...{ listId, listLabel, suggestions, isShown, active }} onPick={pick} />
            <span role="status" className="sr-only">
              {isOpen ? announcement : ''}
            </span>
          </div>
        </>
      )}
    </Field>
  )
}

/** Whether the list is open, and which suggestion the arrow keys have reached; -1 is the typed text itself. */
function useSuggestions(suggestions: Props['suggestions'], onPick: Props['onPick']) {
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const isShown = isOpen && suggestions.length > 0

  function open() {
    setActive(-1)
    setIsOpen(true)
  }

  function close() {
    setIsOpen(false)
    setActive(-1)
  }

  function pick(suggestion: Suggestion | undefined) {
    if (suggestion) onPick(suggestion)
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Escape' && isShown) {
      // The surrounding dialog stays open.
      event.stopPropagation()
      event.preventDefault()
      close()
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      const step = key === 'ArrowDown' ? 1 : -1
      // The typed text itself is an extra position after the suggestions.
      setActive(((active + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    } else if (key === 'Enter' && isShown && active >= 0) {
      event.preventDefault()
      pick(suggestions[active])
    }
  }

  return { isOpen, isShown, active, open, close, pick, onKeyDown }
}

type ListProps = Pick<Props, 'suggestions' | 'onPick' | 'listLabel'> & {
  listId: string
  isShown: boolean
  active: number
}

function List({ listId, listLabel, suggestions, isShown, active, onPick }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The arrow keys may reach suggestions that are scrolled out of view.
    if (isShown) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isShown, active])
  return (
    <div
      ref={list}
      role="listbox"
      id={listId}
      aria-label={listLabel}
      hidden={!isShown}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-2xl bg-surface p-1.5 float-shadow"
    >
      {suggestions.map((suggestion, index) => (
        // The keyboard goes through the field, so these are never focused themselves.
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          key={suggestion.id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classNames(
            'flex min-h-12 cursor-pointer items-center gap-2.5 rounded-xl px-3 py-1.5',
            index === active ? 'bg-picked-soft' : 'hover:bg-sunken',
          )}
          // The field keeps the focus, so that leaving it does not close the list before the click.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          {suggestion.icon && <Icon name={suggestion.icon} size={20} className="shrink-0 text-ink-2" />}
          <span className="min-w-0">
            <span className="block truncate font-[650]">{suggestion.label}</span>
            {suggestion.detail && <span className="block truncate text-ink-2 text-sm">{suggestion.detail}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
