import type { HintName } from '@papadag/contract/hints'
import { today } from '@papadag/contract/today'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../../platform/data/data.ts'

/** Whatever appears so soon after a tap was brought about by it. */
const soonMs = 450

/**
 * Whether a hint about this playdate has its place: if it was known when the screen opened, or right after a tap. Later it
 * would push away what he reads, so it waits for the next time.
 */
export function useHintInTime(name: HintName, playdateId: number, isHere: boolean): boolean {
  const { hint } = useRead(today, {}, { enabled: isHere }).data ?? {}
  const isDue = isHere && hint?.name === name && hint.playdateId === playdateId
  const [isShown, setIsShown] = useState(isDue)
  const tappedAt = useRef(-Infinity)
  useEffect(() => {
    const note = ({ timeStamp }: Event) => {
      tappedAt.current = timeStamp
    }
    addEventListener('click', note, true)
    return () => removeEventListener('click', note, true)
  }, [])
  useEffect(() => {
    if (isDue && performance.now() - tappedAt.current < soonMs) setIsShown(true)
  }, [isDue])
  return isShown && isHere
}
