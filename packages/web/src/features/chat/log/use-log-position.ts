import { useEffect, useRef } from 'react'

const nearEndPx = 60

export type LogPosition = ReturnType<typeof useLogPosition>

/** Where the reader is in a chat: measured from its end, since messages are added above as well. */
export function useLogPosition(startsAtEnd: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(startsAtEnd)
  const fromEndPx = useRef(0)
  /** Whether he has been taken to his place. */
  const isPlaced = useRef(false)
  // Where he was taken to the first unread message, until he scrolls.
  const unreadPx = useRef<number>(undefined)

  const note = () => {
    const element = log.current
    if (!element) return
    fromEndPx.current = element.scrollHeight - element.scrollTop
    isAtEnd.current = fromEndPx.current - element.clientHeight < nearEndPx
  }
  const goToEnd = () => {
    const element = log.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    note()
  }
  const goToUnread = (element: HTMLElement) => {
    const divider = element.querySelector<HTMLElement>('[data-unread]')
    if (!divider) return
    element.scrollTop = Math.min(element.scrollTop, divider.offsetTop - 12)
    unreadPx.current = element.scrollTop
  }
  /** Messages came above: keeps what he looks at in place, or shows an earlier one that is unread too. */
  const stay = () => {
    const element = log.current
    if (element && isPlaced.current && !isAtEnd.current) {
      element.scrollTop = element.scrollHeight - fromEndPx.current
      if (unreadPx.current !== undefined) goToUnread(element)
    }
    note()
  }
  const scrolled = () => {
    note()
    if (log.current?.scrollTop !== unreadPx.current) unreadPx.current = undefined
  }

  useEffect(() => {
    // When the window is resized, the end stays in view.
    const element = log.current
    if (!element || !('ResizeObserver' in globalThis)) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { log, isAtEnd, isPlaced, note, goToEnd, goToUnread, stay, scrolled }
}
