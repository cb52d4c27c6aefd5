import * as z from 'zod/mini'
import { route } from './route.ts'

export const makeParentLink = route('POST /api/playdates/:id/parent-links', {
  access: 'member',
  summary:
    'Creates the caller’s link for the other parent, which shows where and when he is without an account, or returns the existing one.',
  repeats: 'natural',
  reply: z.object({ url: z.string() }),
  status: 201,
  errors: ['playdate.unknown', 'playdate.cancelled', 'playdate.over', 'parentLink.notComing'],
  touchesOwn: ['/api/playdates'],
})

export const parentLinks = route('GET /api/playdates/:id/parent-links', {
  access: 'member',
  summary: 'Gets the caller’s link for the other parent; its creator is also told how many links there are.',
  reply: z.object({
    /** The caller’s own link; null without one. */
    url: z.nullable(z.string()),
    /** How many participants have one; only for the creator. */
    count: z.optional(z.int()),
    /** Whether the links show the address of a home; only for the creator. */
    showsAddress: z.optional(z.boolean()),
  }),
  errors: ['playdate.unknown', 'parentLink.notComing'],
})

export const setParentLinks = route('PUT /api/playdates/:id/parent-links', {
  access: 'member',
  summary: 'Lets the links for other parents show the address of a home, or hides it. Creator only.',
  repeats: 'natural',
  body: z.object({ showsAddress: z.boolean() }),
  errors: ['playdate.unknown', 'playdate.notYours'],
  touchesOwn: ['/api/playdates'],
})

export const removeParentLink = route('DELETE /api/playdates/:id/parent-links', {
  access: 'member',
  summary: 'Withdraws the caller’s link for the other parent. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['playdate.unknown'],
  touchesOwn: ['/api/playdates'],
})
