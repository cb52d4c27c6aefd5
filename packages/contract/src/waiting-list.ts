import * as z from 'zod/mini'
import { Joining, Participant, Playdate } from './playdates.ts'
import { route } from './route.ts'

export const waitForPlaydate = route('POST /api/playdates/:id/wait', {
  access: 'member',
  summary:
    'Waits for a place on a playdate that has no room for the caller and his children, or changes how many children come along. Changes nothing for participants.',
  repeats: 'natural',
  body: Joining,
  reply: Playdate,
  errors: [
    'playdate.unknown',
    'playdate.over',
    'playdate.cancelled',
    'playdate.notFull',
    'playdate.open',
    'playdate.waitingListFull',
    'user.stopped',
  ],
  touches: ['playdate', 'notices'],
})

export const stopWaiting = route('DELETE /api/playdates/:id/wait', {
  access: 'member',
  summary: 'Stops waiting, or gives back the place that came from the waiting list. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['playdate.unknown', 'playdate.over'],
  touches: ['playdate', 'notices'],
})

export const waitingList = route('GET /api/playdates/:id/waiting', {
  access: 'member',
  summary: 'Lists who waits for a place, first come first. Creator only.',
  reply: z.array(Participant),
  errors: ['playdate.unknown', 'playdate.notYours'],
})
