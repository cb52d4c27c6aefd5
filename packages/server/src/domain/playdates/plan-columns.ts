import type { NewPlaydate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { type Sql, sql } from '../../platform/db/db.ts'
import { PlannedPlace, plannedAt } from '../places/planned.ts'

// What is planned, and where, is in the same columns of playdates, series and polls.

type Described = 'description' | 'location' | 'locationVisibility' | 'area' | 'placeId' | 'maxParticipants'

/** What is planned, without a title if the app asks; what is left out has its default. */
export interface Planned extends Pick<NewPlaydate, Described> {
  title?: string | null | undefined
  at?: PlannedPlace | undefined
}

/** The same of playdates and series, which say when they take place, too. */
export interface PlannedDate
  extends Planned,
    Pick<NewPlaydate, 'minimumFathers' | 'kind' | 'circleId' | 'openToOthers'> {
  timeZone: string
}

type Columns<Plan> = readonly (readonly [name: Sql, valueIn: (plan: Plan) => Sql])[]

const ofPolls: Columns<Planned> = [
  [sql`title`, ({ title }) => sql`${title ?? null}::text`],
  [sql`description`, ({ description }) => sql`${description ?? null}::text`],
  [sql`location`, ({ location }) => sql`${location}::text`],
  [sql`location_visibility`, ({ locationVisibility }) => sql`${locationVisibility ?? 'public'}::text`],
  [sql`area`, ({ area }) => sql`${area ?? null}::text`],
  [sql`place_id`, ({ placeId }) => sql`${placeId ?? null}::int`],
  [sql`place_name`, ({ at }) => sql`${at?.name ?? null}::text`],
  [sql`place_latitude`, ({ at }) => sql`${at?.latitude ?? null}::float8`],
  [sql`place_longitude`, ({ at }) => sql`${at?.longitude ?? null}::float8`],
  [sql`max_participants`, ({ maxParticipants }) => sql`${maxParticipants}::int`],
]
const ofDates: Columns<PlannedDate> = [
  ...ofPolls,
  [sql`minimum_fathers`, ({ minimumFathers }) => sql`${minimumFathers ?? null}::int`],
  [sql`kind`, ({ kind }) => sql`${kind ?? 'playdate'}::text`],
  [sql`circle_id`, ({ circleId }) => sql`${circleId ?? null}::int`],
  [sql`open_to_others`, ({ circleId, openToOthers }) => sql`${circleId ? (openToOthers ?? true) : null}::boolean`],
  [sql`time_zone`, ({ timeZone }) => sql`${timeZone}::text`],
  // Of a home, set after the row is stored.
  [sql`grid_latitude`, () => sql`null::float8`],
  [sql`grid_longitude`, () => sql`null::float8`],
]

/** Lists of these columns for an insert, a copy or a comparison. */
const listsOf = <Plan>(columns: Columns<Plan>) => ({
  names: sql.join(columns.map(([name]) => name)),
  valuesIn: (plan: Plan) => sql.join(columns.map(([, valueIn]) => valueIn(plan))),
  of: (row: Sql) => sql.join(columns.map(([name]) => sql`${row}.${name}`)),
  setFrom: (row: Sql) => sql.join(columns.map(([name]) => sql`${name} = ${row}.${name}`)),
})

export const pollColumns = listsOf(ofPolls)
export const dateColumns = listsOf(ofDates)

/** What a row of these tables says is planned. */
export const PlannedRow = z.object({
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  location: z.string(),
  locationVisibility: z.enum(['public', 'participants']),
  area: z.nullable(z.string()),
  placeId: z.nullable(z.int()),
  maxParticipants: z.int(),
  at: PlannedPlace,
})

/** For a `select` of a `PlannedRow`, with the place as long as it can be planned at. */
export const plannedOf = (row: Sql, placeId: Sql): Sql => sql`${row}.title, ${row}.description, ${row}.location,
  ${row}.location_visibility as "locationVisibility", ${row}.area, ${placeId} as "placeId",
  ${row}.max_participants as "maxParticipants", ${plannedAt(row)} as at`
