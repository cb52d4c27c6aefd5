import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FactTerm } from '@papadag/contract/places/facts'
import * as z from 'zod/mini'
import { openAt } from '../../../domain/places/facts/opening-hours.ts'
import { type Db, sql } from '../../../platform/db/db.ts'

/** A term with which hours are open and closed at its time; of the others nobody can say. */
export type Asked =
  | Exclude<FactTerm, { key: 'open' }>
  | { key: 'open'; open: readonly number[]; closed: readonly number[] }

const Hours = z.object({ id: z.number(), text: z.string(), region: z.string() })
/** Few playgrounds have hours, and most of them the same; the newest texts beyond this number stay unknown. */
const mostHours = 5000
/** Texts that nobody has asked about yet take time, in which others wait no longer than this. */
const atOnceMs = 20

/** The terms as the database answers them: opening hours are read here. */
export function asked(db: Db, terms: readonly FactTerm[]): Promise<Asked[]> {
  return Promise.all(
    terms.map(async term => (term.key === 'open' ? { key: term.key, ...(await hoursAt(db, term.at)) } : term)),
  )
}

async function hoursAt(db: Db, at: string) {
  const all = await db.many(Hours, sql`select id, text, region from opening_hours order by id limit ${mostHours}`)
  const ids = { yes: [] as number[], no: [] as number[], unknown: [] as number[] }
  let pauseAt = performance.now() + atOnceMs
  for (const hours of all) {
    ids[await openAt(hours, at)].push(hours.id)
    if (performance.now() < pauseAt) continue
    await othersTurn()
    pauseAt = performance.now() + atOnceMs
  }
  return { open: ids.yes, closed: ids.no }
}
