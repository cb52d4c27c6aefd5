import type { Poll, PollTime } from '@papadag/contract/playdates/polls'
import { daan } from './stand-in-server.ts'

const hour = 3_600_000

/** For tests: a time some days from now, to which nobody has answered. */
export function aTime(id: number, changes: Partial<PollTime> = {}): PollTime {
  const start = Date.now() + id * 24 * hour
  return {
    id,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + hour).toISOString(),
    yes: 0,
    maybe: 0,
    no: 0,
    mine: null,
    isPast: false,
    who: [],
    ...changes,
  }
}

const kwame = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }

/** Kwame's question about two days. */
export function aPoll(changes: Partial<Poll> = {}): Poll {
  return {
    id: 5,
    title: 'Modderen',
    description: null,
    location: 'Westerpark',
    locationVisibility: 'public',
    area: null,
    placeId: null,
    maxParticipants: 5,
    creator: kwame,
    isOwn: false,
    times: [aTime(1), aTime(2)],
    state: 'open',
    chosenTimeId: null,
    playdateId: null,
    url: null,
    children: null,
    ...changes,
  }
}

/** Daan's own. */
export const ownPoll = (changes: Partial<Poll> = {}) =>
  aPoll({
    creator: { id: daan.id, firstName: daan.firstName, lastName: daan.lastName, profileImage: null },
    isOwn: true,
    url: 'http://localhost/p/token',
    asked: [{ ...kwame, hasAnswered: false }],
    ...changes,
  })
