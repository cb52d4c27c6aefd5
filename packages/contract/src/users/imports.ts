import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { placeTypes } from '../places/places.ts'
import { degrees } from '../places/position.ts'
import { issue } from '../problems.ts'
import { route } from '../route.ts'
import { opaque, optionalLine, optionalText, text } from '../schema.ts'

/** A list in the file; whatever a later Papadag may read in it has the form of the export. */
function few<S extends z.ZodMiniType>(item: S, max: number) {
  return z.optional(z.array(item, issue('field.invalid')).check(z.maxLength(max, issue('field.invalid'))))
}

/** Identifies a place; one without name and position, for instance one hidden by moderators, cannot be found. */
const ofPlace = {
  placeName: z.optional(z.nullable(text(limits.placeName))),
  type: z.optional(z.nullable(z.enum(placeTypes, issue('field.invalid')))),
  latitude: z.optional(z.nullable(degrees(90, issue('field.invalid')))),
  longitude: z.optional(z.nullable(degrees(180, issue('field.invalid')))),
}
const PlaceMeant = z.object(ofPlace)
export type PlaceMeant = z.output<typeof PlaceMeant>

/**
 * The parts of another Papadag's export (`Export`) that an import uses: the caller omits unwanted ones, and everything
 * else in the file is ignored.
 */
export const Imported = z.object({
  format: opaque(50),
  version: z.int(issue('field.invalid')).check(z.gte(0, issue('field.invalid'))),
  account: z.optional(
    z.object({
      firstName: optionalText(limits.personName),
      lastName: optionalText(limits.personName),
      bio: optionalText(limits.bio),
      phoneNumber: optionalLine(limits.phoneNumber),
      city: optionalText(limits.city),
      favoriteLocations: few(text(limits.favoriteLocation), limits.favoriteLocations),
      childrenInfo: few(
        z.object({
          name: text(limits.childName),
          birthMonth: z
            .string(issue('field.invalid'))
            .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, issue('field.invalid'))),
        }),
        limits.children,
      ),
    }),
  ),
  favoritePlaces: few(PlaceMeant, limits.importedFavorites),
  reviews: few(
    z.object({
      ...ofPlace,
      rating: z.int(issue('place.rating')).check(z.gte(1, issue('place.rating')), z.lte(5, issue('place.rating'))),
      text: optionalText(limits.review),
    }),
    limits.importedReviews,
  ),
})
export type Imported = z.output<typeof Imported>

export const profileFields = ['firstName', 'lastName', 'bio', 'phoneNumber', 'city', 'favoriteLocations'] as const

/** How many already exist, and which cannot be found here. */
const Places = z.object({
  added: z.array(z.string()),
  known: z.int(),
  /** The names of unknown places; null for those without a name in the file. */
  unknown: z.array(z.nullable(z.string())),
})

/** The changes of an import, or of a planned one. Existing data stays as it is, so a repeat changes nothing. */
export const ImportOutcome = z.object({
  profile: z.array(z.object({ field: z.enum(profileFields), from: z.nullable(z.string()), to: z.string() })),
  children: z.object({
    added: z.array(z.string()),
    known: z.int(),
    /** Children left out because they are now of age or exceed a profile's limit. */
    left: z.array(z.string()),
  }),
  favoritePlaces: Places,
  reviews: Places,
})
export type ImportOutcome = z.output<typeof ImportOutcome>

const errors = ['import.foreign', 'import.version'] as const

export const previewImport = route('POST /api/users/me/import/preview', {
  access: 'member',
  summary: 'Previews what importing this part of an export would change. Changes nothing.',
  repeats: 'natural',
  body: Imported,
  reply: ImportOutcome,
  errors,
})

export const importAccount = route('POST /api/users/me/import', {
  access: 'member',
  summary:
    'Imports profile, children, favourites and reviews from another Papadag’s export. Matches places by name and position.',
  repeats: 'natural',
  body: Imported,
  reply: ImportOutcome,
  errors,
  touches: ['person', 'place'],
  touchesOwn: ['/api/user', '/api/users', '/api/playdates', '/api/circles'],
})
