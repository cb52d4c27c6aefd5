import { useState } from 'react'
import { announceFailure } from './announce-failure.ts'
import { switchOff } from './this-device.ts'

/** A press that ends the notifications of a device. */
export function useSwitchOff(...device: Parameters<typeof switchOff>) {
  const [isEnding, setIsEnding] = useState(false)
  const end = async () => {
    setIsEnding(true)
    await announceFailure(switchOff(...device))
    setIsEnding(false)
  }
  return { end: () => void end(), isEnding }
}
