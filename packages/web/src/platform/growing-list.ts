import { useEffect, useRef } from 'react'

/** A list that grows on request: the first new item gets the focus. */
export function useGrowingList(count: number, more: () => void) {
  const list = useRef<HTMLUListElement>(null)
  const focusAt = useRef<number>(undefined)
  useEffect(() => {
    if (focusAt.current === undefined || count <= focusAt.current) return
    list.current?.children[focusAt.current]?.querySelector('a')?.focus({ preventScroll: true })
    focusAt.current = undefined
  }, [count])
  const showMore = () => {
    focusAt.current = count
    more()
  }
  return { list, showMore }
}
