import { useState } from 'react'
import { keepEqual } from './growing-list.ts'

/** The items of a list that is read again; equal ones remain the same objects. */
export function useEqualItems<I extends { id: number }>(items: readonly I[] | undefined) {
  const [last, setLast] = useState({ items, kept: items })
  if (last.items === items) return last.kept
  const next = { items, kept: items && keepEqual(last.kept, items) }
  setLast(next)
  return next.kept
}
