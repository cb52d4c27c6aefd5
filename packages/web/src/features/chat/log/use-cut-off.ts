import { useEffect, useState } from 'react'
import { useLiveState } from '../../../platform/live/live.ts'

const patienceMs = 2000

/**
 * The state of the connection, and whether it deserves a banner: after a drop, or when connecting takes too long
 * (decision K8).
 */
export function useCutOff() {
  const state = useLiveState()
  const isConnected = state === 'connected'
  const [isWorthSaying, setWorthSaying] = useState(isConnected)
  useEffect(() => {
    if (isConnected) return setWorthSaying(true)
    const timer = setTimeout(() => setWorthSaying(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isConnected])
  return { isConnected, isCutOff: !isConnected && isWorthSaying }
}
