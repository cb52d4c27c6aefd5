import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { Id, optionalText } from '../schema.ts'

export const placeStateKinds = ['broken', 'dirty', 'closed', 'flooded'] as const
export type PlaceStateKind = (typeof placeStateKinds)[number]

/** Something wrong with a place for now. */
export const PlaceState = z.object({
  id: Id,
  kind: z.enum(placeStateKinds),
  text: z.nullable(z.string()),
  /** The day of the report, `2026-11-29`. */
  since: z.iso.date(),
  /** Its last day, unless somebody says that it is still so. */
  until: z.iso.date(),
  imageUrl: z.nullable(z.string()),
  /** How many others say that it is still so. */
  confirmations: z.int(),
})
export type PlaceState = z.output<typeof PlaceState>

const touches = ['place', 'playdate', 'notices'] as const
const pictureErrors = ['image.tooLarge', 'image.unsupported', 'image.broken', 'image.removed', 'image.missing'] as const

export const reportState = route('POST /api/places/:id/states', {
  access: 'member',
  summary:
    'Reports that a place is broken, dirty, closed or flooded. The same kind again returns the existing state. Ends after 14 days.',
  repeats: 'natural',
  body: z.object({
    kind: z.enum(placeStateKinds, issue('field.required')),
    text: optionalText(limits.placeStateText),
  }),
  reply: PlaceState,
  status: 201,
  errors: ['place.unknown'],
  touches,
})

export const pictureOfState = route('POST /api/places/:id/states/:state/picture', {
  access: 'member',
  summary: 'Adds a picture to a state that has none, or replaces one’s own.',
  repeats: 'natural',
  sends: 'picture',
  file: 'placeImage',
  reply: PlaceState,
  errors: ['place.unknown', 'place.unknownState', 'place.statePictured', ...pictureErrors],
  touches,
})

export const stateStill = route('PUT /api/places/:id/states/:state/still', {
  access: 'member',
  summary: 'Confirms a state, which then lasts 14 days from now.',
  repeats: 'natural',
  reply: PlaceState,
  errors: ['place.unknown', 'place.unknownState'],
  touches,
})

export const stateMended = route('PUT /api/places/:id/states/:state/mended', {
  access: 'member',
  summary: 'Reports that a state is over. Reports by two members on different networks end it.',
  repeats: 'natural',
  errors: ['place.unknown', 'place.unknownState'],
  touches,
})
