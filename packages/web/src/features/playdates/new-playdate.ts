import { useEffect, useState } from 'react'
import { beUseful } from '../../platform/useful-moment.ts'

let newId: number | undefined

/** Tells the list which playdate has just been made. It is no part of the address: that would drop in at every reload. */
export function announceNew(id: number) {
  newId = id
  beUseful()
}

/** The playdate that has just been made, for the first list that shows it. */
export function useNewPlaydate(): number | undefined {
  const [id] = useState(() => newId)
  useEffect(() => {
    newId = undefined
  }, [])
  return id
}
