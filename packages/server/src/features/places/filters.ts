import { type PlaceQuery, type PlaceType, placeTypes } from '@papadag/contract/places/places'
import type { Position } from '../../domain/places/projection.ts'
import { type Sql, sql } from '../../platform/db/db.ts'
import { numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'

type Where = { latitude?: number | undefined; longitude?: number | undefined }

export function positionIn({ latitude, longitude }: Where): Position | undefined {
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** The requested types. */
export function typesIn({ type, tab }: Pick<PlaceQuery, 'type' | 'tab'>): readonly PlaceType[] {
  const wanted = type ?? tab
  return wanted ? [wanted] : placeTypes
}

/** Literals, since the partial indexes for each type are used only when the statement names the type. */
export const isOfType = { restaurant: sql`p.type = 'restaurant'`, playground: sql`p.type = 'playground'` } as const

export function withFeatures(keys: readonly string[] | undefined): Sql {
  return keys && keys.length > 0 ? sql`and p.features @> ${keys}::text[]` : sql``
}

/** How many items the previous pages contained. */
export function offsetIn(page: Page): number {
  return numberIn(page, 10_000_000) ?? 0
}
