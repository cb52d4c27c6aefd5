import type { Invitation } from '@papadag/contract/invites'

/** For tests: Bram's invitation to a playdate far in the future, with room for four. */
export const anInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  state: 'open',
  startTime: '2099-06-01T08:00:00.000Z',
  endTime: '2099-06-01T09:00:00.000Z',
  place: null,
  area: 'Jordaan',
  placesLeft: 4,
  fathers: 1,
  title: 'Kites',
  hostName: 'Bram',
  sequence: 0,
  playdateId: null,
  hostId: 2,
  isOwn: false,
  ...changes,
})
