import type { MouseEvent } from 'react'
import { isPlainClick } from '../../../platform/navigation/navigation.tsx'
import { createStore } from '../../../platform/store.ts'

/** Whether the form asks first how often, which the link itself, a new tab and a bookmark do not. */
export const asksHow = createStore(false)

/** For a link to the form: a plain click lets it ask. */
export function askHow(event: MouseEvent) {
  if (isPlainClick(event)) asksHow.set(true)
}
