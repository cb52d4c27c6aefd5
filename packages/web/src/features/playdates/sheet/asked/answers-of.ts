import type { Playdate } from '@papadag/contract/playdates/playdates'

/** So many sentences are shown at once. */
const sentencesAtMost = 3

/** What those who were asked along have answered, for the creator, and how high it is before its code has loaded. */
export function answersOf({ declines, unanswered }: Playdate) {
  const spoken = declines?.filter(({ message }) => message) ?? []
  const silent = declines?.filter(({ message }) => !message).map(({ person }) => person) ?? []
  const pending = unanswered ?? []
  const first = spoken.slice(0, sentencesAtMost)
  const rows = first.length + Math.min(silent.length, 1) + Math.min(pending.length, 1)
  return { spoken, first, silent, pending, count: rows, roomPx: rows * 64 - 8 }
}
