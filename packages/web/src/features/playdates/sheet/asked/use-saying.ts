import { useState } from 'react'

/** The sentence of somebody who cannot come to this playdate; it survives the sheet’s closing. */
export function useSaying(id: number) {
  const [said, setSaid] = useState({ id, isOpen: false, message: '' })
  const { isOpen, message } = said.id === id ? said : { isOpen: false, message: '' }
  return {
    /** Whether he is asked for one. */
    isOpen,
    message,
    type: (message: string) => setSaid({ id, isOpen: true, message }),
    open: () => setSaid({ id, isOpen: true, message }),
    forget: () => setSaid({ id, isOpen: false, message: '' }),
  }
}

export type Saying = ReturnType<typeof useSaying>
