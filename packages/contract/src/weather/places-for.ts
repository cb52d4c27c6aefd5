import * as z from 'zod/mini'
import { Place } from '../places/places.ts'
import { Latitude, Longitude } from '../places/position.ts'
import { route } from '../route.ts'
import { Moment } from '../schema.ts'

/** Why a place is suggested: it has a roof in rough weather, or is simply near. */
export const PlaceFor = z.extend(Place, { because: z.enum(['dry', 'near']) })
export type PlaceFor = z.output<typeof PlaceFor>

export const placesFor = route('GET /api/places/for', {
  access: 'member',
  summary:
    'Suggests up to three places near a position for a playdate that starts at this time: dry ones first in rough weather, otherwise the nearest playgrounds.',
  query: z.object({ latitude: Latitude, longitude: Longitude, startTime: Moment }),
  reply: z.array(PlaceFor),
})
