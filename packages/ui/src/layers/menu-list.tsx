import * as Radix from '@radix-ui/react-dropdown-menu'
import { Fragment, type RefObject, useRef } from 'react'
import { useBackStep } from '../back-step.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'
import { useFixedAnchor } from './fixed-anchor.ts'
import type { MenuItem } from './menu-item.tsx'

/** The props of a list from the menu that opens it. */
export type MenuPlace = {
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  align: 'start' | 'end'
  byKeyboard: boolean
}

export type MenuListProps = MenuPlace & { items: readonly MenuItem[] }

/** The part of `Menu` that is loaded late. */
export function MenuList({ button, open, onOpenChange, items, label, align, byKeyboard }: MenuListProps) {
  const content = useRef<HTMLDivElement>(null)
  const chosen = useRef<MenuItem>(undefined)
  const entered = useRef(false)
  const anchor = useFixedAnchor({ button, content, open, onScroll: () => onOpenChange(false) })
  // Elements outside an open dialog, or outside what covers the window like one, cannot be clicked, so the menu is
  // rendered inside; elsewhere it keeps its landmark.
  const place =
    button.current?.closest<HTMLElement>('dialog, [data-cover]') ?? button.current?.closest<HTMLElement>('main, header')
  useBackStep(open, () => onOpenChange(false))
  const onButton = (event: Event) => event.target instanceof Node && button.current?.contains(event.target)
  return (
    // The modal variant would inject a <style>, which the content security policy refuses.
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      {/* The real button stays, so it cannot lose the focus; this only positions the menu. */}
      <Radix.Trigger asChild>
        <span ref={anchor} aria-hidden tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content
          ref={content}
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="menu z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-50 max-w-[calc(100vw-16px)] overflow-y-auto rounded-2xl bg-surface p-1.5 float-shadow"
          onFocus={event => {
            if (!byKeyboard || entered.current || event.target !== event.currentTarget) return
            entered.current = true
            content.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
          }}
          onInteractOutside={event => {
            // The button closes it by itself; closing it here would make the same click reopen it.
            if (onButton(event)) event.preventDefault()
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            entered.current = false
            const item = chosen.current
            chosen.current = undefined
            // A dialog opened from here must find the focus on the button to restore it there.
            if (item || document.activeElement === document.body || content.current?.contains(document.activeElement))
              button.current?.focus()
            item?.onSelect()
          }}
        >
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one menu keep their order
            <Fragment key={index}>
              {item.destructive && index > 0 && <Radix.Separator className="mx-2 my-1 h-[1.5px] bg-line" />}
              {item.group && item.group !== items[index - 1]?.group && (
                <p aria-hidden className="px-3 pt-2.5 pb-0.5 font-[650] text-ink-2 text-sm">
                  {item.group}
                </p>
              )}
              <Radix.Item
                {...(item.checked !== undefined && { role: 'menuitemradio', 'aria-checked': item.checked })}
                {...(item.disabled && { disabled: true })}
                lang={item.lang}
                onSelect={() => {
                  chosen.current = item
                }}
                className={classNames(
                  'flex min-h-12 cursor-pointer items-center gap-3 rounded-[11px] px-3 font-semibold outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-2 data-highlighted:bg-picked-soft',
                  item.destructive && 'text-danger',
                )}
              >
                {item.leading ?? (item.icon && <Icon name={item.icon} />)}
                <span className="flex-1">
                  {item.group && <span className="sr-only">{`${item.group}: `}</span>}
                  {item.label}
                </span>
                {item.checked && <Icon name="check" size={20} />}
              </Radix.Item>
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
