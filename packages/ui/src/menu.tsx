import { type ComponentType, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { MenuItem } from './menu-item.tsx'
import type { MenuListProps } from './menu-list.tsx'

/** Props for the menu's button. */
export type MenuTrigger = {
  ref: (button: HTMLButtonElement | null) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: (event: { detail: number }) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerEnter: () => void
  onFocus: () => void
}

type Props = {
  /** The button: `trigger={props => <IconButton {...props} icon="more" aria-label={…} />}`. */
  trigger: (props: MenuTrigger) => ReactNode
  items: readonly MenuItem[]
  label: string
  align?: 'start' | 'end'
}

const load = () => import('./menu-list.tsx')

/** A menu that is loaded when its button is hovered or focused; until then it is a plain button. */
export function Menu({ trigger, items, label, align = 'end' }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [List, setList] = useState<ComponentType<MenuListProps>>()

  const fetchList = () => {
    if (List) return
    load().then(
      ({ MenuList }) => setList(() => MenuList),
      // Without a connection the next press tries again.
      () => setOpen(false),
    )
  }
  const show = (keyboard: boolean) => {
    fetchList()
    setByKeyboard(keyboard)
    setOpen(true)
  }
  return (
    <span className="relative inline-flex">
      {trigger({
        ref: element => {
          button.current = element
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        // A click without a count came from Enter or the space bar.
        onClick: event => (open ? setOpen(false) : show(event.detail === 0)),
        onKeyDown: event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show(true)
        },
        onPointerEnter: fetchList,
        onFocus: fetchList,
      })}
      {List && <List {...{ button, open, items, label, align, byKeyboard }} onOpenChange={setOpen} />}
    </span>
  )
}
