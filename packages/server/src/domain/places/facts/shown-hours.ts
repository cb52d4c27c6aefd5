import type { Place } from '@papadag/contract/places/places'
import { JsonText } from '../../../platform/db/json.ts'
import { hoursAt } from './opening-hours.ts'
import { regionAt } from './region.ts'

/** Few places have hours, so a page that was written by the database is only read again when one of them has. */
const mentionsHours = (text: string) => text.includes('"openingHours"')

/** Says of each place with opening hours whether it is open now, which no row can store. */
export async function withHours(rows: Place[]): Promise<Place[]>
export async function withHours(rows: Place[] | JsonText<Place[]>): Promise<Place[] | JsonText<Place[]>>
export async function withHours(rows: Place[] | JsonText<Place[]>): Promise<Place[] | JsonText<Place[]>> {
  if (rows instanceof JsonText) {
    if (!mentionsHours(rows.text)) return rows
    const places: Place[] = rows.parse()
    await Promise.all(places.map(open))
    return new JsonText(JSON.stringify(places))
  }
  await Promise.all(rows.map(open))
  return rows
}

async function open({ facts, latitude, longitude }: Place): Promise<void> {
  const hours = facts.openingHours
  if (!hours) return
  const region = regionAt(latitude, longitude)
  const now = Temporal.Now.instant()
  for (const each of [hours, ...(hours.others ?? [])]) {
    Object.assign(each.value, await hoursAt({ text: each.value.text, region }, now))
  }
}
