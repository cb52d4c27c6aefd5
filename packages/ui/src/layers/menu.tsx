import { type ComponentType, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { MenuItem, MenuStepper } from './menu-item.tsx'
import type { MenuPlace } from './menu-list.tsx'

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
  /** Reports that the requested menu cannot be loaded. */
  trigger: (props: MenuTrigger) => ReactNode
  label: string
  align?: 'start' | 'end'
  /** Its position, instead of inline. */
  onUnavailable: () => void
  /** Where it is placed, instead of in the line. */
  className?: string | undefined
}

const loadList = async () => (await import('./menu-list.tsx')).MenuList

/** A menu that is loaded when its button is hovered or focused; until then it is a plain button. */
export function Menu({
  items,
  stepper,
  ...props
}: Props & { items: readonly MenuItem[]; stepper?: MenuStepper | undefined }) {
  return <MenuOnDemand {...props} load={loadList} list={{ items, stepper }} />
}

type OnDemandProps<P> = Props & {
  /** Loads a component that renders a `MenuList` with its own items. */
  load: () => Promise<ComponentType<MenuPlace & P>>
  /** Further props for that component. */
  list: P
}

/** The same for a menu whose items are loaded late too. */
export function MenuOnDemand<P extends object>(props: OnDemandProps<P>) {
  const { trigger, load, list, label, align = 'end', className = 'relative', onUnavailable } = props
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [List, setList] = useState<ComponentType<MenuPlace & P>>()

  const fetchList = (onFailed = () => {}) => {
    if (List) return
    // Loaded together, since the items' code imports the list.
    Promise.all([load(), loadList()]).then(([Loaded]) => setList(() => Loaded), onFailed)
  }
  const show = (keyboard: boolean) => {
    // Without a connection, the next press tries again.
    fetchList(() => {
      setOpen(false)
      onUnavailable()
    })
    setByKeyboard(keyboard)
    setOpen(true)
  }
  return (
    <span className={`inline-flex ${className}`}>
      {trigger({
        ref: element => {
          button.current = element
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        // A click with a count of 0 came from Enter or the space bar.
        onClick: event => (open ? setOpen(false) : show(event.detail === 0)),
        onKeyDown: event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show(true)
        },
        onPointerEnter: () => fetchList(),
        onFocus: () => fetchList(),
      })}
      {List && <List {...list} {...{ button, open, label, align, byKeyboard }} onOpenChange={setOpen} />}
    </span>
  )
}
