import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Id, optionalText, Person, Timestamp } from '../schema.ts'

export const Review = z.object({
  id: Id,
  /** 1–5. */
  rating: z.int(),
  text: z.nullable(z.string()),
  author: Person,
  isMine: z.boolean(),
  updatedAt: Timestamp,
})
export type Review = z.output<typeof Review>

export const placeReviews = route('GET /api/places/:id/reviews', {
  access: 'member',
  summary: 'Lists a place’s reviews: the caller’s own first, then the newest.',
  answers: 'list',
  reply: z.array(Review),
  errors: ['place.unknown'],
})

export const reviewPlace = route('PUT /api/places/:id/reviews', {
  access: 'member',
  summary: 'Creates or updates the caller’s review of a place. One review per member and place.',
  repeats: 'natural',
  body: z.object({
    rating: z.int(issue('place.rating')).check(z.gte(1, issue('place.rating')), z.lte(5, issue('place.rating'))),
    text: optionalText(limits.review),
  }),
  reply: Review,
  errors: ['place.unknown'],
  touches: ['place'],
})

export const removeReview = route('DELETE /api/places/:id/reviews', {
  access: 'member',
  summary: 'Deletes the caller’s review. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['place.unknown'],
  touches: ['place'],
})
