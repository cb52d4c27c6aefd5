import { answerProposal, type Proposal, proposals } from '@papadag/contract/playdates/proposals'
import type { HalfDay } from '@papadag/contract/users/papa-days'
import { editSettings } from '@papadag/contract/users/users'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { beginRound } from '../features/proposals/round.ts'
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
  await db.run(sql`update proposals set created_at = created_at - make_interval(days => ${days}::int)`)
}

export const askedOf = (father: Father): Promise<Proposal[]> => father.call(proposals)

export async function onlyOne(father: Father): Promise<Proposal> {
  const [one, ...others] = await askedOf(father)
  if (!one || others.length > 0) throw new Error(`${others.length + (one ? 1 : 0)} proposals`)
  return one
}

export const answer = (father: Father, { id }: Proposal, coming: boolean, children?: number) =>
  father.call(answerProposal, { params: { id }, body: { coming, children } })

const Id = z.object({ id: z.int() })

/** A meeting in two days for which these fathers are asked. */
export async function aProposal(db: Db, placeId: number, fathers: readonly number[]): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into proposals (place_id, start_time, end_time, ends_at)
        values (${placeId}, now() + interval '3 days', now() + interval '74 hours', now() + interval '2 days') returning id`,
  )
  await db.run(
    sql`insert into proposal_fathers (proposal_id, user_id) select ${made?.id ?? 0}::int, unnest(${fathers}::int[])`,
  )
  return made?.id ?? 0
}
