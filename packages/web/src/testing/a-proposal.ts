import type { Proposal } from '@papadag/contract/playdates/proposals'

const day = 24 * 3_600_000

/** For tests: a meeting in four days, which nobody has answered. */
export function aProposal(changes: Partial<Proposal> = {}): Proposal {
  const start = Date.now() + 4 * day
  return {
    id: 6,
    place: { id: 9, name: 'De Zandkuil', address: 'Dam 1' },
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 2 * 3_600_000).toISOString(),
    endsAt: new Date(start - day).toISOString(),
    minimum: 3,
    accepted: 0,
    mine: null,
    children: null,
    state: 'open',
    playdateId: null,
    ...changes,
  }
}
