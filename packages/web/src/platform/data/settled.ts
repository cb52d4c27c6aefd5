import { useEffect, useState } from 'react'

const pauseMs = 250

/** The typed text once typing pauses, so that fast typing sends one request. */
export function useSettled(typed: string) {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
