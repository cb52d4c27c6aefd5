import { limits } from '@papadag/contract/limits'
import { answerProposal, type Proposal, proposals } from '@papadag/contract/playdates/proposals'
import type { HalfDay } from '@papadag/contract/users/papa-days'
import { editSettings } from '@papadag/contract/users/users'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { beginRound } from '../features/polls/proposals/round.ts'
import { ask } from '../features/polls/steps.ts'
import { type Db, sql } from '../platform/db/db.ts'
import { aPlayground } from './places.ts'
import { type Father, settle, world } from './world.ts'

/** The middle of a neighbourhood in Amsterdam. */
export const middle = { latitude: 52.3575, longitude: 4.9275 }

export const free = (father: Father, ...papaDays: HalfDay[]) =>
  father.call(editSettings, { body: { papaDays, neighbourhood: middle, showDistance: true } })

/** The host and other fathers of one neighbourhood with a playground, all free on Wednesday afternoons. */
export async function neighbours<const N extends number>(fathers: N) {
  const all = await world({ fathers })
  const place = await aPlayground(all.host, middle)
  await all.db.run(sql`update places set status = 'confirmed'`)
  const everybody: Father[] = [all.host, ...(all.fathers as Father[])] // a tuple of them
  for (const father of everybody) await free(father, 'wed-pm')
  await settle(all.db)
  return { ...all, place, everybody }
}

/** A week's round of all neighbourhoods, until it is done. */
export async function round(db: Db): Promise<void> {
  await beginRound(db)
  await vi.waitFor(async () => {
    const left = await db.count(sql`from outbox where kind = 'proposal.plan'`)
    if (left > 0) throw new Error(`${left} neighbourhoods are left`)
  })
}

/** Makes a week begin. */
export async function nextWeek(db: Db, days = 7): Promise<void> {
  await db.run(sql`delete from proposal_rounds`)
  await db.run(
    sql`update polls set created_at = created_at - make_interval(days => ${days}::int) where creator_id is null`,
  )
}

export const askedOf = (father: Father): Promise<Proposal[]> => father.call(proposals)

export async function onlyOne(father: Father): Promise<Proposal> {
  const [one, ...others] = await askedOf(father)
  if (!one || others.length > 0) throw new Error(`${others.length + (one ? 1 : 0)} proposals`)
  return one
}

export const answer = (father: Father, { id }: Pick<Proposal, 'id'>, coming: boolean, children?: number) =>
  father.call(answerProposal, { params: { id }, body: { coming, children } })

/** A meeting in three days for which these fathers are asked. */
export async function aProposal(db: Db, placeId: number, fathers: readonly number[]): Promise<number> {
  const place = await db.one(Place, sql`select name, address from places where id = ${placeId}`)
  const start = Temporal.Now.instant().add({ hours: 72 })
  const times = [{ startTime: start.toString(), endTime: start.add({ hours: 2 }).toString() }]
  const endsAt = sql`min(t.start_time) - interval '1 day'`
  const where = { location: place?.name ?? '', placeId, placeAddress: place?.address }
  return ask(db, { asker: undefined, ...where, maxParticipants: limits.proposalHeads, times, endsAt }, fathers)
}

const Place = z.object({ name: z.string(), address: z.nullable(z.string()) })

/** Changes what is stored of a father. */
export const setFather = (db: Db, father: Father, what: ReturnType<typeof sql>) =>
  db.run(sql`update users set ${what} where id = ${father.id}`)
