import { useEffect, useState } from 'react'
import { refusesCookies } from '../../platform/data/call.ts'
import type { Session } from '../../platform/session/session.ts'

/** Whether this browser keeps no cookies, as far as a visitor without a session can tell. */
export function useRefusesCookies({ status }: Session): boolean {
  const [isSo, setIsSo] = useState(false)
  const isOutside = status === 'visitor' || status === 'unknown'
  useEffect(() => {
    if (!isOutside) return
    let hasLeft = false
    // Without an answer nothing is known.
    refusesCookies().then(
      refuses => hasLeft || setIsSo(refuses),
      () => {},
    )
    return () => {
      hasLeft = true
    }
  }, [isOutside])
  return isOutside && isSo
}
