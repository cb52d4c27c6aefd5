import { languages, limits } from '@papadag/contract/limits'
import type { Proposal } from '@papadag/contract/playdates/proposals'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { record } from '../../domain/facts.ts'
import { PlannedPlace, plannedAt } from '../../domain/places/planned.ts'
import { plan } from '../../domain/playdates/plan.ts'
import { seatEverybody } from '../../domain/playdates/seat-everybody.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { blocksAmong, byId, readsOf } from './queries.ts'
import { counts, together } from './rules.ts'
import { titles } from './texts.ts'

interface Answer {
  coming: boolean
  children: number | undefined
}

/** Stores a father's answer; the last one needed makes it a playdate. */
export function answer(db: Db, id: number, { coming, children }: Answer, userId: number): Promise<Proposal> {
  return db.transaction(async tx => {
    // Answers wait for each other, so one of them is the last one needed.
    await tx.run(sql`select from proposals where id = ${id} for update`)
    const before = await byId(tx, id, userId)
    const given = coming ? 'yes' : 'no'
    if (before.state !== 'open') {
      // A repeat after a lost answer.
      if (before.mine === given) return before
      throw new Problem(before.state === 'made' ? 'proposal.made' : 'proposal.over')
    }
    if (coming) await mustBeFreeToStart(tx, userId)
    const readBefore = await readsOf(tx, id)
    await tx.run(sql`
      update proposal_fathers set answer = ${given}, children = ${children ?? 0},
             answered_at = case when answer = ${given} then answered_at else now() end
       where proposal_id = ${id} and user_id = ${userId}`)
    if (coming) await makeIfEnough(tx, id)
    // A decline changes what nobody else reads, so he alone hears of it.
    const read = [...(await readsOf(tx, id))].filter(([reader, now]) => now !== readBefore.get(reader))
    const readers = read.map(([reader]) => reader)
    await record(tx, { fact: 'proposalAnswered', proposalId: id, userId, readers })
    return byId(tx, id, userId)
  })
}

const Accepted = z.object({ id: z.int(), children: z.int(), language: z.enum(languages) })
type Accepted = z.output<typeof Accepted>
const Meeting = z.object({
  placeId: z.int(),
  address: z.nullable(z.string()),
  at: z.extend(PlannedPlace, { name: z.string() }),
  startTime: z.string(),
  endTime: z.string(),
})

/**
 * Those who meet: the first for whom enough others can join, in the order of accepting, never two with a block between
 * them.
 */
async function meetingOf(tx: Db, id: number): Promise<Accepted[] | undefined> {
  const accepted = await tx.many(
    Accepted,
    sql`select u.id, f.children, u.language from proposal_fathers f join users u on u.id = f.user_id
         where f.proposal_id = ${id} and f.answer = 'yes' and ${counts} order by f.answered_at, u.id`,
  )
  const isBlocked = await blocksAmong(
    tx,
    accepted.map(father => father.id),
  )
  return accepted
    .map(first => together([first, ...accepted.filter(other => other !== first)], isBlocked))
    .find(fathers => fathers.length >= limits.proposalMinimum)
}

/** Creates the playdate of the first who accepted with enough others, and seats them. */
async function makeIfEnough(tx: Db, id: number): Promise<void> {
  const [creator, ...others] = (await meetingOf(tx, id)) ?? []
  const meeting = await tx.one(
    Meeting,
    sql`select r.place_id as "placeId", r.place_address as address, ${plannedAt(sql`r`)} as at, ${isoOf(sql`r.start_time`)} as "startTime", ${isoOf(sql`r.end_time`)} as "endTime"
          from proposals r where r.id = ${id}`,
  )
  if (!creator || !meeting) return
  const { at, address, ...where } = meeting
  const playdateId = await plan(
    tx,
    {
      ...where,
      title: titles[creator.language],
      location: (address ? `${at.name}, ${address}` : at.name).slice(0, limits.location),
      maxParticipants: limits.proposalHeads,
      minimumFathers: limits.proposalMinimum,
      children: creator.children,
    },
    creator.id,
    at,
  )
  await tx.run(sql`update proposals set made_at = now(), playdate_id = ${playdateId} where id = ${id}`)
  const { seated, waiting } = await seatEverybody(tx, playdateId, others)
  await record(tx, { fact: 'proposalMade', playdateId, seated: [creator.id, ...seated], waiting })
}
