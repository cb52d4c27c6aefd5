import { useEffect, useState } from 'react'
import { beUseful } from '../../../platform/screen/useful-moment.ts'

export type ToShow = { id: number; isNew: boolean }

let next: ToShow | undefined

/**
 * Tells the list which playdate was just created. It is not in the address, which would repeat the animation on every
 * reload.
 */
export function announceNew(id: number) {
  next = { id, isNew: true }
  beUseful()
}

/** Tells the list which playdate he returns to after editing it. */
export function comeBackTo(id: number) {
  next = { id, isNew: false }
}

/** The playdate just created or edited, for the first list that shows it. */
export function usePlaydateToShow(): ToShow | undefined {
  const [toShow] = useState(() => next)
  useEffect(() => {
    next = undefined
  }, [])
  return toShow
}
