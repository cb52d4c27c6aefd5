import type { Series } from '@papadag/contract/playdates/series'

/** For tests: how a playdate names its series. */
export const weekly = { id: 3, every: 'week', until: '2099-05-26' } as const

/** For tests: somebody's weekly series, in which the reader has no standing place. */
export const aSeries: Series = {
  ...weekly,
  day: '2026-11-25',
  isMine: false,
  standing: null,
  pauses: [],
  renewableUntil: null,
  hasEnded: false,
}
