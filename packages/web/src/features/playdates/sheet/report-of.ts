import type { Playdate } from '@papadag/contract/playdates/playdates'

/** What is reported of a playdate: the creator comes first, unless he is hidden from this viewer. */
export function reportOf({ id, title, participants: [creator] }: Playdate) {
  const person = creator && { id: creator.id, name: `${creator.firstName} ${creator.lastName}` }
  return { type: 'playdate', id, name: title, person } as const
}
