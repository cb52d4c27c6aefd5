import * as z from 'zod/mini'
import { route, serverPage } from './route.ts'
import { Timestamp } from './schema.ts'

/** The other parent's view: nothing about children, nobody but the creator, and no title, which may name anybody. */
export const SeenByParent = z.object({
  startTime: Timestamp,
  endTime: Timestamp,
  /** The time zone in which the times are shown: that of the place. */
  timeZone: z.string(),
  /** Whether the link's maker comes. */
  state: z.enum(['coming', 'unsure', 'over', 'cancelled']),
  address: z.nullable(z.string()),
  area: z.nullable(z.string()),
  /** The place itself, once he may read its address; null for an address that somebody typed. */
  point: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  hostName: z.nullable(z.string()),
})
export type SeenByParent = z.output<typeof SeenByParent>

export const makeParentLink = route('POST /api/playdates/:id/parent-links', {
  access: 'member',
  summary:
    'Creates the caller’s link for the other parent, or returns the existing one. It shows the playdate’s place and time without an account.',
  repeats: 'natural',
  reply: z.object({ url: z.string() }),
  status: 201,
  errors: ['playdate.unknown', 'playdate.cancelled', 'playdate.over', 'parentLink.notComing'],
  touchesOwn: ['/api/playdates'],
})

export const parentLinks = route('GET /api/playdates/:id/parent-links', {
  access: 'member',
  summary: 'Gets the caller’s link for the other parent. The playdate’s creator also gets the number of links.',
  reply: z.object({
    /** The caller’s own link; null without one. */
    url: z.nullable(z.string()),
    /** How many participants have a link; for the creator only. */
    count: z.optional(z.int()),
    /** Whether the links show a home address; for the creator only. */
    showsAddress: z.optional(z.boolean()),
  }),
  errors: ['playdate.unknown', 'parentLink.notComing'],
})

export const setParentLinks = route('PUT /api/playdates/:id/parent-links', {
  access: 'member',
  summary: 'Shows or hides the home address on the links for other parents. Creator only.',
  repeats: 'natural',
  body: z.object({ showsAddress: z.boolean() }),
  errors: ['playdate.unknown', 'playdate.notYours'],
  touchesOwn: ['/api/playdates'],
})

export const removeParentLink = route('DELETE /api/playdates/:id/parent-links', {
  access: 'member',
  summary: 'Revokes the caller’s link for the other parent. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['playdate.unknown'],
  touchesOwn: ['/api/playdates'],
})

export const parentPage = serverPage('GET /m/:token', {
  access: 'link',
  summary: 'Shows the other parent where and when a father is.',
  answers: 'page',
  shows: z.nullable(SeenByParent),
  hasLanguages: true,
})
