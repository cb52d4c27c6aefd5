import type { Playdate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../../../testing/a-playdate.ts'
import { type PlaydateState, stateOf } from './state-of.ts'

const his = { participants: [{ ...me, children: 1 }], myStatus: 'creator' as const }
const joined = { participants: [kwame, { ...me, children: 2 }], myStatus: 'joined' as const }
const due = { confirmation: 'due' as const }
const series = { id: 3, every: 'week', until: '2099-05-26' } as const
const hourMs = 3_600_000
const now = {
  startTime: new Date(Date.now() - hourMs).toISOString(),
  endTime: new Date(Date.now() + hourMs).toISOString(),
}

const roomForOne = { maxParticipants: 3, participants: [kwame, youssef] }

test.each<[string, Partial<Playdate>, PlaydateState, number?]>([
  ['a cancelled one', { ...joined, state: 'cancelled' }, { kind: 'cancelled' }],
  ['one that is over', { ...joined, ...yesterday }, { kind: 'past' }],
  ['a cancelled one that is over', { ...yesterday, state: 'cancelled' }, { kind: 'cancelled' }],
  ['his own with room', his, { kind: 'host', hasRoom: true, children: 1 }],
  ['his own that is full', { ...his, maxParticipants: 2 }, { kind: 'host', hasRoom: false, children: 1 }],
  ['his own open hour', { ...his, kind: 'open' }, { kind: 'host', hasRoom: false, children: 1 }],
  ['his own with too few fathers', { ...his, ...due }, { kind: 'goAhead', children: 1 }],
  ['an open hour', { kind: 'open' }, { kind: 'dropIn' }],
  ['one that asks whether he is coming', { ...joined, ...due }, { kind: 'due', children: 2 }],
  ['one he has joined', joined, { kind: 'joined', children: 2, isWeekly: false }],
  ['a weekly one he has joined', { ...joined, series }, { kind: 'joined', children: 2, isWeekly: true }],
  [
    'one he is waiting for',
    { maxParticipants: 1, waiting: { position: 2, children: 1 } },
    { kind: 'waiting', position: 2, children: 1, hasRoom: false },
  ],
  [
    'one he is waiting for that has room',
    { waiting: { position: 1, children: 3 } },
    { kind: 'waiting', position: 1, children: 3, hasRoom: true },
  ],
  ['one that he has declined', { askedBy: kwame, declined: true }, { kind: 'declined' }],
  ['an open hour that he has declined', { kind: 'open', askedBy: kwame, declined: true }, { kind: 'declined' }],
  ['one that he has declined that is cancelled', { declined: true, state: 'cancelled' }, { kind: 'cancelled' }],
  ['one that is full', { maxParticipants: 1 }, { kind: 'full' }],
  ['one with room for him without his two', roomForOne, { kind: 'short', wanted: 1 }, 2],
  ['one with room for one, where he has none', roomForOne, { kind: 'room', isRunning: false }],
  ['one with room for him and one of his two', { maxParticipants: 3 }, { kind: 'room', isRunning: false }, 2],
  ['one for two fathers without children', { maxParticipants: 2 }, { kind: 'room', isRunning: false }, 2],
  ['one with room for one that is going on', { ...roomForOne, ...now }, { kind: 'room', isRunning: true }, 2],
  ['one with room', {}, { kind: 'room', isRunning: false }],
  ['one that is going on', now, { kind: 'room', isRunning: true }],
])('to the foot of the sheet, %s has its own state', (_, changes, state, ofHis = 0) => {
  expect(stateOf(aPlaydate(changes), me, ofHis)).toEqual(state)
})
