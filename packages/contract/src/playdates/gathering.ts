import * as z from 'zod/mini'
import { Id } from '../schema.ts'

/** What fathers meet for and where, of a playdate and of a poll about its time. */
export const Gathering = z.object({
  id: Id,
  title: z.string(),
  description: z.nullable(z.string()),
  /** The address; viewers who may not see it get the area, or 'Te bepalen' without one (safety S5). */
  location: z.string(),
  /** Who sees the address: every member, or only participants (until a week after the playdate). */
  locationVisibility: z.enum(['public', 'participants']),
  /** Neighbourhood or city, for viewers who may not see the address. */
  area: z.nullable(z.string()),
  /** The id of its place; null without one, if the place is gone, or if this viewer may not know it. */
  placeId: z.nullable(Id),
})
