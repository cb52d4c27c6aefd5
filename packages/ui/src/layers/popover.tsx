import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useBackStep } from '../back-step.tsx'
import { classNames } from '../class-names.ts'

/** Props for the button that opens it. */
export type PopoverTrigger = { popoverTarget: string; 'aria-haspopup': 'dialog'; 'aria-expanded': boolean }

type Props = {
  label: string
  trigger: (props: PopoverTrigger) => ReactNode
  /** Rendered only while open. */
  children: (close: () => void) => ReactNode
  align?: 'start' | 'end'
  /** Opens immediately, for a button pressed before its code was loaded. */
  openAtOnce?: boolean
  className?: string
}

/** The smallest distance from the edges of the window. */
const margin = 8

/**
 * Puts an element of the top layer below a button, or above it if there is no room, and always fully inside the window.
 */
export function placeBeside(element: HTMLElement, button: DOMRect, align: 'start' | 'end', gap: number) {
  const { offsetWidth: width, offsetHeight: height } = element
  const lowest = innerHeight - margin - height
  const below = button.bottom + gap
  const top = below <= lowest ? below : button.top - gap - height
  const left = align === 'start' ? button.left : button.right - width
  element.style.top = `${Math.max(margin, Math.min(top, lowest))}px`
  element.style.left = `${Math.max(margin, Math.min(left, document.documentElement.clientWidth - margin - width))}px`
}

/** The native popover below its button: above everything, closed by Escape or a click elsewhere. */
export function Popover({ label, trigger, children, align = 'start', openAtOnce = false, className }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useBackStep(open, () => panel.current?.hidePopover())

  const opensAtOnce = useEffectEvent(() => openAtOnce)
  useEffect(() => {
    if (opensAtOnce()) panel.current?.showPopover()
  }, [])

  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    const place = () => {
      const button = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)?.getBoundingClientRect()
      // Also while its button is scrolled or moved out of the window.
      if (!button) return
      placeBeside(element, button, align, margin)
    }
    place()
    // The content may load later, and the page may scroll below the popover.
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
          if (event.target === event.currentTarget && event.newState === 'open') setOpen(true)
        }}
        onToggle={event => {
          if (event.target !== event.currentTarget) return
          if (event.newState === 'open') panel.current?.focus()
          // The content is removed last, since the browser returns the focus only while the focused element exists.
          else setOpen(false)
        }}
        className={classNames('popover', className)}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
