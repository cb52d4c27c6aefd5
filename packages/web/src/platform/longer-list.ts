import { useEffect, useRef } from 'react'

/** A list that grows on request: the first new item gets the focus. */
export function useLongerList(count: number, more: () => void) {
  const list = useRef<HTMLUListElement>(null)
  const goOnAt = useRef<number>(undefined)
  useEffect(() => {
    if (goOnAt.current === undefined || count <= goOnAt.current) return
    list.current?.children[goOnAt.current]?.querySelector('a')?.focus({ preventScroll: true })
    goOnAt.current = undefined
  }, [count])
  const goOn = () => {
    goOnAt.current = count
    more()
  }
  return { list, goOn }
}
