import { Fragment, type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useBackStep } from '../back-step.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'
import type { MenuItem, MenuStepper } from './menu-item.tsx'
import { StepperRows } from './menu-stepper.tsx'
import { placeBeside } from './popover.tsx'

/** The props of a list from the menu that opens it. */
export type MenuPlace = {
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  align: 'start' | 'end'
  byKeyboard: boolean
}

export type MenuListProps = MenuPlace & { items: readonly MenuItem[]; stepper?: MenuStepper | undefined }

/** The part of `Menu` that is loaded late. */
export function MenuList(props: MenuListProps) {
  const { button, open, onOpenChange } = props
  useBackStep(open, () => onOpenChange(false))
  if (!open) return null
  // Elements outside an open dialog, or outside what covers the window like one, cannot be clicked, so the menu is
  // rendered inside; otherwise it keeps its landmark. Next to the button it would close when its card moves.
  const place =
    button.current?.closest<HTMLElement>('dialog, [data-cover]') ?? button.current?.closest<HTMLElement>('main, header')
  return createPortal(
    <>
      <OpenMenu {...props} />
      <span role="status" className="sr-only">
        {props.stepper?.value}
      </span>
    </>,
    place ?? document.body,
  )
}

function OpenMenu({ button, onOpenChange, items, stepper, label, align, byKeyboard }: MenuListProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [beside, rows] = [items.filter(item => item.isBeside), items.filter(item => !item.isBeside)]
  const close = () => onOpenChange(false)
  useMenuPlace({ menu, button, align, byKeyboard, close })

  const choose = (item: MenuItem) => {
    // A dialog opened from here must find the focus on the button to restore it there.
    button.current?.focus()
    close()
    item.onSelect()
  }
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className="popover menu min-w-50 rounded-2xl p-1.5 outline-none float-shadow"
      onKeyDown={event => handleKey(event, menu.current, button.current, close)}
      onPointerLeave={() => menu.current?.focus({ preventScroll: true })}
    >
      {stepper && <StepperRows {...stepper} />}
      {beside.length > 0 && (
        <div className="flex justify-between">
          {beside.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of one menu keep their order
            <Row key={index} item={item} onChoose={() => choose(item)} />
          ))}
        </div>
      )}
      {rows.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one menu keep their order
        <Fragment key={index}>
          {item.destructive && index > 0 && <hr className="mx-2 my-1 h-[1.5px] bg-line" />}
          {item.group && item.group !== rows[index - 1]?.group && (
            <p aria-hidden className="px-3 pt-2.5 pb-0.5 font-[650] text-ink-2 text-sm">
              {item.group}
            </p>
          )}
          <Row item={item} onChoose={() => choose(item)} />
        </Fragment>
      ))}
    </div>
  )
}

function Row({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  return (
    <button
      type="button"
      {...(item.checked === undefined
        ? { role: 'menuitem' }
        : { role: item.isBeside ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': item.checked })}
      disabled={item.disabled}
      tabIndex={-1}
      lang={item.lang}
      onClick={onChoose}
      onPointerMove={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse') currentTarget.focus({ preventScroll: true })
      }}
      className={classNames(
        'min-h-12 rounded-[11px] outline-none focus:bg-picked-soft disabled:cursor-not-allowed disabled:text-ink-2',
        item.isBeside
          ? `min-w-12 text-xl ${item.checked ? 'bg-picked' : ''}`
          : 'flex w-full items-center gap-3 px-3 text-left font-semibold',
        item.destructive && 'text-danger',
      )}
    >
      {item.leading ?? (item.icon && <Icon name={item.icon} />)}
      <span className="flex-1">
        {item.group && <span className="sr-only">{`${item.group}: `}</span>}
        {item.label}
      </span>
      {item.checked && !item.isBeside && <Icon name="check" size={20} />}
    </button>
  )
}

function rowsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')]
}

/** Up and down leave the items that stand beside each other; left and right go from one to the next. */
function movesFrom(rows: readonly HTMLElement[], at: number) {
  const isBeside = (row: HTMLElement | undefined) => row?.getAttribute('role') === 'menuitemcheckbox'
  const below = isBeside(rows[at]) ? rows.findIndex(row => !isBeside(row)) : Math.min(at + 1, rows.length - 1)
  return {
    ArrowDown: rows[below],
    ...(isBeside(rows[at]) && { ArrowRight: rows[at + 1], ArrowLeft: rows[at - 1] }),
  }
}

/** The keys of a menu: arrows, Home and End, a row's first letter, Escape and Tab. */
function handleKey(
  event: KeyboardEvent,
  menu: HTMLElement | null,
  button: HTMLElement | null,
  close: () => void,
): void {
  if (!menu) return
  const { key } = event
  const rows = rowsOf(menu)
  const focused = document.activeElement
  const at = focused instanceof HTMLElement ? rows.indexOf(focused) : -1
  const moves: Record<string, HTMLElement | undefined> = {
    ...movesFrom(rows, at),
    ArrowUp: rows[at < 0 ? rows.length - 1 : Math.max(at - 1, 0)],
    Home: rows[0],
    End: rows.at(-1),
  }
  const byLetter = /^\S$/u.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey
  const startsWithIt = (row: HTMLElement) => row.textContent?.toLowerCase().startsWith(key.toLowerCase())
  const next = byLetter ? [...rows.slice(at + 1), ...rows].find(startsWithIt) : moves[key]
  if (next || key === 'Escape') event.preventDefault()
  next?.focus()
  if (key !== 'Escape' && key !== 'Tab') return
  // A surrounding dialog stays open on Escape, and Tab continues from the button.
  event.stopPropagation()
  button?.focus()
  close()
}

type PlaceOptions = Pick<MenuPlace, 'button' | 'align' | 'byKeyboard'> & {
  menu: RefObject<HTMLDivElement | null>
  close: () => void
}

/**
 * Shows a menu where its button was pressed, focuses it, and closes it on a press or focus elsewhere. It stays open
 * when a list changes below it and moves the button away; scrolling by hand closes it, as everywhere.
 */
function useMenuPlace({ menu, button, align, byKeyboard, close }: PlaceOptions) {
  const onElsewhere = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !menu.current?.contains(target) && !button.current?.contains(target)) close()
  })
  const onScroll = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !menu.current?.contains(target)) close()
  })
  useLayoutEffect(() => {
    const [element, opener] = [menu.current, button.current]
    if (!element || !opener) return
    // happy-dom has no popovers.
    element.showPopover?.()
    const place = () => placeBeside(element, inWindow(opener.getBoundingClientRect()), align, 6)
    place()
    const first = byKeyboard ? rowsOf(element)[0] : undefined
    ;(first ?? element).focus({ preventScroll: true })
    const ended = new AbortController()
    const { signal } = ended
    addEventListener('resize', place, { signal })
    addEventListener('wheel', onScroll, { passive: true, signal })
    addEventListener('touchmove', onScroll, { passive: true, signal })
    addEventListener('pointerdown', onElsewhere, { capture: true, signal })
    addEventListener('focusin', onElsewhere, { signal })
    return () => {
      ended.abort()
      if (element.contains(document.activeElement)) opener.focus()
    }
  }, [menu, button, align, byKeyboard])
}

/** The part of the window where a button is, or would be if it had not been scrolled away. */
function inWindow({ x, y, width, height }: DOMRect): DOMRect {
  return new DOMRect(x, Math.max(0, Math.min(y, innerHeight - height)), width, height)
}
