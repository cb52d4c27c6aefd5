import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Joining, Participant, Playdate } from './playdates.ts'

export const waitForPlaydate = route('POST /api/playdates/:id/wait', {
  access: 'member',
  summary:
    'Joins the waiting list of a playdate without enough room, or changes how many children come along. Has no effect for participants.',
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
  summary: 'Leaves the waiting list, or gives up the place obtained from it. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['playdate.unknown', 'playdate.over'],
  touches: ['playdate', 'notices'],
})

export const waitingList = route('GET /api/playdates/:id/waiting', {
  access: 'member',
  summary: 'Lists the fathers on the waiting list, longest wait first. Creator only.',
  reply: z.array(Participant),
  errors: ['playdate.unknown', 'playdate.notYours'],
})
