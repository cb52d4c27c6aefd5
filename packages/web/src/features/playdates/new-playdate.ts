import { useEffect, useState } from 'react'
import { beUseful } from '../../platform/useful-moment.ts'

let newId: number | undefined

/**
 * Tells the list which playdate was just created. It is not in the address, which would repeat the animation on every
 * reload.
 */
export function announceNew(id: number) {
  newId = id
  beUseful()
}

/** The playdate just created, for the first list that shows it. */
export function useNewPlaydate(): number | undefined {
  const [id] = useState(() => newId)
  useEffect(() => {
    newId = undefined
  }, [])
  return id
}
