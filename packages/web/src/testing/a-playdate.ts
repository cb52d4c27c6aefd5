import type { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import { daan } from './stand-in-server.ts'

const hour = 3_600_000

export const kwame: Participant = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null, children: 0 }
export const youssef: Participant = {
  id: 3,
  firstName: 'Youssef',
  lastName: 'El Amrani',
  profileImage: null,
  children: 0,
}
export const me: Participant = { ...kwame, id: daan.id, firstName: daan.firstName, lastName: daan.lastName }

/** For tests: Kwame's playdate of tomorrow, with room. */
export function aPlaydate(changes: Partial<Playdate> = {}): Playdate {
  const participants = changes.participants ?? [kwame]
  return {
    id: 7,
    title: 'Modderen',
    description: null,
    placeId: null,
    locationVisibility: 'public',
    area: null,
    latitude: null,
    longitude: null,
    location: 'Westerpark, Amsterdam',
    startTime: new Date(Date.now() + 24 * hour).toISOString(),
    endTime: new Date(Date.now() + 26 * hour).toISOString(),
    maxParticipants: 5,
    participants,
    placesTaken: participants.reduce((heads, { children }) => heads + 1 + children, 0),
    myStatus: 'none',
    state: 'planned',
    sequence: 0,
    ...changes,
  }
}

/** As times of the clock that the test has when it spreads them. */
export const yesterday = {
  get startTime() {
    return new Date(Date.now() - 26 * hour).toISOString()
  },
  get endTime() {
    return new Date(Date.now() - 24 * hour).toISOString()
  },
}
