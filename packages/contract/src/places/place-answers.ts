import * as z from 'zod/mini'
import { route } from '../route.ts'
import { Id } from '../schema.ts'
import { askedKeys } from './asked-keys.ts'
import { type FactKey, factValues } from './facts.ts'
import { PlaceDetail } from './places.ts'

/** Hours are answered by their text alone. */
const answerValues = { ...factValues, openingHours: z.pick(factValues.openingHours, { text: true }) }

/** The schema of an answer about a fact: its value, or null for "don't know". */
export const answerTo = (key: FactKey) => z.nullable(answerValues[key])

const errors = ['place.unknown', 'place.unknownFact', 'place.notThere', 'place.locked'] as const

export const answerFact = route('PUT /api/places/:id/facts/:key', {
  access: 'member',
  summary:
    'Answers what a playground is like; null means “don’t know”. Only for callers who were there: on a playdate in the last 30 days, or within 150 m in the last 24 hours.',
  repeats: 'natural',
  body: z.object({ value: z.unknown() }),
  reply: PlaceDetail,
  errors,
  touches: ['place'],
  touchesOwn: ['/api/places/question', '/api/today'],
})

export const takeBackFact = route('DELETE /api/places/:id/facts/:key', {
  access: 'member',
  summary: 'Withdraws the caller’s own answer.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['place.unknown', 'place.unknownFact'],
  touches: ['place'],
  touchesOwn: ['/api/places/question', '/api/today'],
})

export const placeQuestion = route('GET /api/places/question', {
  access: 'member',
  summary:
    'Gets today’s question about a playground where the caller was. One a day, each asked once, the same until he answers; 204 if there is none.',
  reply: z.nullable(z.object({ placeId: Id, key: z.enum(askedKeys) })),
})
