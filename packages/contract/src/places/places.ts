import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { filled, Id, line, maxCharacters, optionalText, orAbsent, PictureAddress, Timestamp, text } from '../schema.ts'
import { FactFilter, PlaceFacts } from './facts.ts'
import { PlaceState } from './place-states.ts'
import { bothOrNone, Latitude, Longitude, where } from './position.ts'

export const placeTypes = ['restaurant', 'playground'] as const
export type PlaceType = (typeof placeTypes)[number]

/** The possible features of a place, by its type; specification 3. */
export const featureKeys = {
  restaurant: ['kidsMenu', 'highChairs', 'changingTables', 'playCorner', 'strollerAccessible'],
  playground: ['restrooms', 'picnicTables', 'benches', 'sandbox', 'waterGames'],
} as const satisfies Record<PlaceType, readonly string[]>
export const allFeatureKeys = [...featureKeys.restaurant, ...featureKeys.playground] as const
export type FeatureKey = (typeof allFeatureKeys)[number]

export const Place = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(placeTypes),
  description: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** 0 and 0 when the position is unknown (decision L2). */
  latitude: z.number(),
  longitude: z.number(),
  features: z.array(z.enum(allFeatureKeys)),
  imageUrl: z.nullable(z.string()),
  /** The mean of the reviews that the caller can see, 1–5; null without any. */
  rating: z.nullable(z.number()),
  reviewCount: z.int(),
  /** The great-circle distance from the requested position in metres; null without one. */
  distance: z.nullable(z.number()),
  isSaved: z.boolean(),
  /** 'user', or the open data it came from ('osm'). */
  source: z.string(),
  /** New until a moderator or two other members have confirmed it. */
  status: z.enum(['new', 'confirmed']),
  updatedAt: Timestamp,
  /** Whether the name was derived from the street; a real one is welcome. */
  isNameDerived: z.boolean(),
  /** Who can reach the changing table; null when unknown. */
  changingTable: z.nullable(z.enum(['everyone', 'womenOnly'])),
  /** The known facts of a playground; empty for restaurants. */
  facts: PlaceFacts,
  /** The newest of what is the matter with it for now. */
  state: z.nullable(PlaceState),
  /** With `facts=` alone: whether it satisfies all terms, or some are unknown. */
  certain: z.optional(z.boolean()),
})
export type Place = z.output<typeof Place>

/** An OpenStreetMap tag that fathers can correct; `position` and `addr:full` are for human readers. */
export const PlaceCorrection = z.object({
  key: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type PlaceCorrection = z.output<typeof PlaceCorrection>

/** A place with what the caller may do with it. */
export const PlaceDetail = z.extend(Place, {
  /** Whether the caller added it. */
  isMine: z.boolean(),
  mayEdit: z.boolean(),
  mayConfirm: z.boolean(),
  /** Whether the caller reads his own edit, which waits for a second member. */
  editWaits: z.boolean(),
  /** Whether the caller was there lately, and so may say what it is like. */
  mayAnswer: z.boolean(),
  /** The caller's own answers; null: he does not know. */
  myAnswers: z.record(z.string(), z.unknown()),
  /** How many edits of others wait for somebody like the caller. */
  editsToApply: z.int(),
  /** What fathers have corrected of the data from OpenStreetMap; empty for places that fathers added. */
  corrections: z.array(PlaceCorrection),
})
export type PlaceDetail = z.output<typeof PlaceDetail>

const typeNames: Readonly<Record<string, PlaceType | 'all'>> = {
  all: 'all',
  restaurant: 'restaurant',
  restaurants: 'restaurant',
  playground: 'playground',
  playgrounds: 'playground',
}
/** One of the types, in singular or plural; `all` or no value means both. */
export const TypeName = orAbsent(
  z.pipe(
    z
      .string(issue('field.invalid'))
      .check(z.refine<string>(name => Object.hasOwn(typeNames, name), issue('field.invalid'))),
    z.transform((name: string) => (typeNames[name] === 'all' ? undefined : (typeNames[name] as PlaceType))), // just checked
  ),
)

/** Feature keys separated by commas; a place must have all of them. */
export const FeatureFilter = orAbsent(
  z.pipe(
    z.string(issue('field.invalid')).check(maxCharacters(500, issue('field.invalid'))),
    z.pipe(
      z.transform((keys: string) => keys.split(',')),
      z.array(z.enum(allFeatureKeys, issue('field.invalid'))),
    ),
  ),
)

const which = { type: TypeName, tab: TypeName, features: FeatureFilter, facts: FactFilter }

export const PlaceQuery = z.object({ ...where, ...which }).check(bothOrNone)
export type PlaceQuery = z.output<typeof PlaceQuery>
export const NearbyQuery = z
  .object({
    ...where,
    ...which,
    /** Metres; `limits.nearbyRadiusM` by default. */
    radius: orAbsent(
      z.pipe(
        z.transform((value: unknown) => (typeof value === 'string' ? Number(value) : value)),
        z.number(issue('field.invalid')).check(z.gt(0, issue('field.invalid'))),
      ),
    ),
  })
  .check(bothOrNone)
export type NearbyQuery = z.output<typeof NearbyQuery>
export const SearchQuery = z.object({ ...where, ...which, q: orAbsent(line(limits.search)) }).check(bothOrNone)
export type SearchQuery = z.output<typeof SearchQuery>
/** Those of all lists; with a radius only places within it. */
export const CountQuery = z.extend(NearbyQuery, { q: orAbsent(line(limits.search)) }).check(bothOrNone)
export type CountQuery = z.output<typeof CountQuery>

const Name = filled(limits.placeName, issue('place.nameTooShort')).check(
  z.minLength(limits.placeNameMin, issue('place.nameTooShort')),
)
const NeededAddress = filled(limits.placeAddress, issue('place.addressRequired')).check(
  z.minLength(limits.placeAddressMin, issue('place.addressRequired')),
)
/** A list of these keys without duplicates. */
const features = (keys: readonly FeatureKey[]) =>
  z.pipe(
    z
      .array(z.enum(keys, issue('place.feature')), issue('place.feature'))
      .check(z.maxLength(100, issue('place.feature'))),
    z.transform((sent: FeatureKey[]) => [...new Set(sent)]),
  )
const facts = {
  name: Name,
  description: optionalText(limits.description),
  latitude: Latitude,
  longitude: Longitude,
}

const NewRestaurant = z.object({
  ...facts,
  type: z.literal('restaurant'),
  address: NeededAddress,
  features: z.optional(features(featureKeys.restaurant)),
  imageUrl: PictureAddress,
})
const NewPlaygroundByType = z.object({
  ...facts,
  type: z.literal('playground'),
  address: NeededAddress,
  features: z.optional(features(featureKeys.playground)),
  imageUrl: PictureAddress,
})
/** Either type, which decides the possible features. */
export const NewPlace = z.discriminatedUnion('type', [NewRestaurant, NewPlaygroundByType], issue('place.type'))
export type NewPlace = z.output<typeof NewPlace>

export const NewPlayground = z.object({
  ...facts,
  address: optionalText(limits.placeAddress),
  features: z.optional(features(featureKeys.playground)),
})
export type NewPlayground = z.output<typeof NewPlayground>

/** A list as a multipart field. */
function asJsonText<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.pipe(
      z.string(issue('place.feature')).check(maxCharacters(2000, issue('place.feature'))),
      z.transform((json: string, context) => {
        try {
          return JSON.parse(json) as unknown // checked by the schema that follows
        } catch {
          context.issues.push({ code: 'custom', message: issue('place.feature'), input: json })
          return z.NEVER
        }
      }),
    ),
    schema,
  )
}

/** The same in multipart, where every field is text and a list is JSON. */
export const NewPlaygroundForm = z.object({
  ...facts,
  address: optionalText(limits.placeAddress),
  features: z.optional(asJsonText(features(featureKeys.playground))),
})
export type NewPlaygroundForm = z.output<typeof NewPlaygroundForm>

/** Omitted fields stay; an empty text clears an optional field. */
export const EditedPlace = z.object({
  name: z.optional(Name),
  description: optionalText(limits.description),
  address: optionalText(limits.placeAddress),
  latitude: z.optional(Latitude),
  longitude: z.optional(Longitude),
  // Which keys are allowed depends on the type, which the server knows.
  features: z.optional(asJsonText(features(allFeatureKeys))),
})
export type EditedPlace = z.output<typeof EditedPlace>

/** Reads that contain a new place, including those of moderators. */
const savedPlaces = '/api/users/me/favorite-places'
const pictureErrors = ['image.tooLarge', 'image.unsupported', 'image.broken', 'image.removed'] as const

export const places = route('GET /api/places', {
  access: 'member',
  summary: 'Lists places: nearest first with a position, newest first without.',
  query: PlaceQuery,
  answers: 'list',
  reply: z.array(Place),
})

export const nearbyPlaces = route('GET /api/places/nearby', {
  access: 'member',
  summary: 'Lists places within a radius, nearest first. The default position is Amsterdam.',
  query: NearbyQuery,
  answers: 'list',
  reply: z.array(Place),
})

export const searchPlaces = route('GET /api/places/search', {
  access: 'member',
  summary:
    'Searches places by name, address or feature. Features match by key, or by name in the caller’s language or English.',
  query: SearchQuery,
  answers: 'list',
  reply: z.array(Place),
})

export const PlaceCount = z.object({
  /** Those that satisfy every term; at most `limits.placesCounted`. */
  certain: z.int(),
  /** Those that may: nobody knows. */
  unknown: z.int(),
})
export type PlaceCount = z.output<typeof PlaceCount>

export const countPlaces = route('GET /api/places/count', {
  access: 'member',
  summary: 'Counts the places that certainly match, and those that might, because some facts about them are unknown.',
  query: CountQuery,
  reply: PlaceCount,
})

export const similarPlaces = route('GET /api/places/similar', {
  access: 'member',
  summary: 'Lists possible duplicates: places of the given type with a similar name within 75 m.',
  query: z.object({
    name: text(limits.placeName),
    type: z.enum(placeTypes, issue('place.type')),
    latitude: Latitude,
    longitude: Longitude,
  }),
  reply: z.array(Place),
})

export const onePlace = route('GET /api/places/:id', {
  access: 'member',
  summary: 'Gets a place and what the caller may do with it.',
  query: PlaceQuery,
  reply: PlaceDetail,
  errors: ['place.unknown'],
})

export const favoritePlaces = route('GET /api/users/me/favorite-places', {
  access: 'member',
  summary: 'Lists the caller’s saved places, most recently saved first.',
  query: PlaceQuery,
  answers: 'list',
  reply: z.array(Place),
})

export const addPlace = route('POST /api/places', {
  access: 'member',
  summary: 'Adds a place. It is visible immediately and marked as new.',
  repeats: 'key',
  body: NewPlace,
  reply: Place,
  status: 201,
  touches: ['place', 'moderation'],
})

export const addPlayground = route('POST /api/playgrounds', {
  access: 'member',
  summary: 'Adds a playground without a picture.',
  repeats: 'key',
  body: NewPlayground,
  reply: Place,
  status: 201,
  touches: ['place', 'moderation'],
})

export const addPlaygroundWithImage = route('POST /api/playgrounds/with-image', {
  access: 'member',
  summary: 'Adds a playground with an optional picture.',
  repeats: 'key',
  form: NewPlaygroundForm,
  sends: 'optionalPicture',
  file: 'placeImage',
  reply: Place,
  status: 201,
  errors: pictureErrors,
  touches: ['place', 'moderation'],
})

export const editPlace = route('PATCH /api/places/:id', {
  access: 'member',
  summary:
    'Edits a place. Any member can edit a playground; only its contributor or a moderator can edit a restaurant. The edit of a new account waits for a second member; the reply is what its author proposes.',
  repeats: 'natural',
  form: EditedPlace,
  sends: 'optionalPicture',
  file: 'placeImage',
  reply: Place,
  errors: ['place.unknown', 'place.notYours', 'place.locked', 'place.newAccount', ...pictureErrors],
  touches: ['place', 'notices', 'proposal', 'moderation'],
})

export const savePlace = route('POST /api/places/:id/favorite', {
  access: 'member',
  summary: 'Saves a place. Idempotent.',
  repeats: 'natural',
  errors: ['place.unknown'],
  touchesOwn: ['/api/places', savedPlaces],
})

export const unsavePlace = route('DELETE /api/places/:id/favorite', {
  access: 'member',
  summary: 'Removes a saved place. Idempotent.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['place.unknown'],
  touchesOwn: ['/api/places', savedPlaces],
})
