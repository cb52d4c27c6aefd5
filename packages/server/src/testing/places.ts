import type { FactValues } from '@papadag/contract/places/facts'
import { addPlace, addPlayground, editPlace, type FeatureKey, type Place } from '@papadag/contract/places/places'
import sharp from 'sharp'
import { settleFacts } from '../domain/places/facts/settle.ts'
import { type Db, sql } from '../platform/db/db.ts'
import type { Client } from './client.ts'
import type { Father } from './world.ts'

/** The centre of Amsterdam. */
export const here = { latitude: 52.37, longitude: 4.9 }

/** A playground in the centre of Amsterdam, unless `differences` say otherwise. */
export function aPlayground(
  father: Client,
  differences: { name?: string; address?: string; latitude?: number; longitude?: number; features?: FeatureKey[] } = {},
): Promise<Place> {
  return father.call(addPlayground, { body: { name: 'De Zandkuil', ...here, ...differences } })
}

/** A restaurant in the centre of Amsterdam, unless `differences` say otherwise. */
export function aRestaurant(
  father: Client,
  differences: { name?: string; latitude?: number; longitude?: number; features?: FeatureKey[] } = {},
): Promise<Place> {
  return father.call(addPlace, {
    body: { type: 'restaurant', name: 'De Pannenkoek', address: 'Dam 1', ...here, ...differences },
  })
}

/** Hours have just their text: whether it is open is known when one asks. */
type OpenData = Omit<Partial<FactValues>, 'openingHours'> & { openingHours?: { text: string } }

/** Open data says this of a playground, instead of what it said before. */
export async function saysOpenData(db: Db, placeId: number, facts: OpenData, at = '2026-11-29') {
  await db.run(sql`insert into place_open_facts (place_id, source, facts, at)
    values (${placeId}, 'osm', ${JSON.stringify(facts)}::jsonb, ${at}::date)
    on conflict (place_id) do update set facts = excluded.facts, at = excluded.at`)
  await settleFacts(db, [placeId])
}

/** A photo of one colour, as a browser would send it. */
export async function aPhoto(background = '#ffc62e'): Promise<Blob> {
  const file = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new Blob([new Uint8Array(file)], { type: 'text/plain' })
}

/** Reads all pages of a list by following its `Link` headers. */
export async function everyPage<T>(father: Client, first: string): Promise<T[][]> {
  const pages: T[][] = []
  for (let next: string | undefined = first; next; ) {
    const response = await father.fetch('GET', next)
    if (!response.ok) throw new Error(`${next}: ${response.status} ${await response.text()}`)
    const page: unknown = await response.json()
    pages.push(page as T[]) // the contract test checks what is in it
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

/** Edits a place, with a photo or without. */
export function changePlace(father: Father, id: number, form: Record<string, string>, file?: Blob) {
  return father.call(editPlace, { params: { id }, form, ...(file ? { file } : {}) })
}
