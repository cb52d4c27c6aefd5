import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While an element fills the window, everything behind it is inert. */
export function useFullWindow(element: RefObject<HTMLElement | null>, isFull: boolean, onLeave: () => void) {
  const leaveNow = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isFull || !element.current) return
    const covered = outsideOf(element.current)
    for (const other of covered) other.inert = true
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog:modal')) leaveNow()
    }
    document.addEventListener('keydown', leave)
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.removeEventListener('keydown', leave)
      document.documentElement.style.overflow = ''
      for (const other of covered) other.inert = false
    }
  }, [element, isFull])
}

/** Every sibling of it and of its ancestors, except what is above everything: toasts and dialogs. */
function outsideOf(element: HTMLElement): HTMLElement[] {
  const outside: HTMLElement[] = []
  for (let at = element; at !== document.body && at.parentElement; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      const isAbove = other.matches('dialog, script, style, [aria-live], :has(> .toast-place)')
      if (other !== at && other instanceof HTMLElement && !isAbove && !other.inert) outside.push(other)
    }
  }
  return outside
}
