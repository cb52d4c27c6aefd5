import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

/** What the button that opens it must carry. */
export type PopoverTrigger = { popoverTarget: string; 'aria-haspopup': 'dialog'; 'aria-expanded': boolean }

type Props = {
  label: string
  trigger: (props: PopoverTrigger) => ReactNode
  /** In the page only while it is open. */
  children: (close: () => void) => ReactNode
  align?: 'start' | 'end'
  /** Open from the first moment: for a button that was pressed before its code was there. */
  openAtOnce?: boolean
  className?: string
}

const gap = 8

/** The platform's popover under its button: above everything, closed by Escape or a click elsewhere. */
export function Popover({ label, trigger, children, align = 'start', openAtOnce = false, className }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const opensAtOnce = useEffectEvent(() => openAtOnce)
  useEffect(() => {
    if (opensAtOnce()) panel.current?.showPopover()
  }, [])

  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const place = () => {
      const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)?.getBoundingClientRect()
      if (!button) return
      const { offsetWidth: width, offsetHeight: height } = element
      const below = button.bottom + gap
      const fits = below + height <= innerHeight - gap
      const top = fits ? below : Math.max(gap, button.top - gap - height)
      const left = align === 'start' ? button.left : button.right - width
      element.style.top = `${top}px`
      element.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - gap - width))}px`
    }
    place()
    // Its contents may arrive later, and the page may move under it.
    const resized = new ResizeObserver(place)
    resized.observe(element)
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      resized.disconnect()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [open, id, align])

  return (
    <>
      {trigger({ popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={event => {
          if (event.target !== event.currentTarget) return
          setOpen(event.newState === 'open')
        }}
        onToggle={event => {
          if (event.target === event.currentTarget && event.newState === 'open') panel.current?.focus()
        }}
        className={classNames('popover', className)}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
