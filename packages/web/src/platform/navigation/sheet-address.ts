import { useCallback, useEffect, useRef } from 'react'
import { navigate } from './navigation.tsx'

/** The number after `open` in an address: the sheet opened over its list. */
export function openIdIn(query: URLSearchParams): number | undefined {
  const open = query.get('open') ?? ''
  return /^[1-9]\d{0,8}$/.test(open) ? Number(open) : undefined
}

/** Closes the sheet: goes back if this page opened it, so that Back never reopens it, otherwise to the list. */
export function useCloseSheet(isOpen: boolean, list: string) {
  const openedHere = useRef(false)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && !wasOpen.current) openedHere.current = true
    if (!isOpen) openedHere.current = false
    wasOpen.current = isOpen
  }, [isOpen])
  return useCallback(() => {
    if (openedHere.current) history.back()
    else navigate(list, { replace: true })
  }, [list])
}
