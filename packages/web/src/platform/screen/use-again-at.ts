import { useEffect, useState } from 'react'

/** Renders again at the given time. */
export function useAgainAt(momentMs: number) {
  const [, setCount] = useState(0)
  useEffect(() => {
    if (!Number.isFinite(momentMs)) return
    const timer = setTimeout(() => setCount(count => count + 1), Math.max(0, momentMs - Date.now()) + 50)
    return () => clearTimeout(timer)
  }, [momentMs])
}
