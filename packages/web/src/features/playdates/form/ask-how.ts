import { type MouseEvent, useSyncExternalStore } from 'react'
import { createWatchers } from '../../../platform/watchers.ts'

let isAsking = false
const { tell, watch } = createWatchers()

/** Opens the question over the form, which the link itself, a new tab and a bookmark show without it. */
export function askHow({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  if (metaKey || ctrlKey || shiftKey || altKey) return
  isAsking = true
  tell()
}

export function stopAsking() {
  isAsking = false
  tell()
}

export const useIsAsking = () => useSyncExternalStore(watch, () => isAsking)
