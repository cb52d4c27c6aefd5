import { useEffect, useState } from 'react'

const pauseMs = 250

/** What was typed, once the typing pauses: fast typing asks once. */
export function useSettled(typed: string) {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
