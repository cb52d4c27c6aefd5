import { limits } from '@papadag/contract/limits'
import type { Proposal } from '@papadag/contract/playdates/proposals'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../../domain/account.ts'
import { record } from '../../../domain/facts.ts'
import { isProposal } from '../../../domain/polls.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Answered, answeredAbout, become, give } from '../steps.ts'
import { blocksAmong, byId, readsOf } from './queries.ts'
import { counts, together } from './rules.ts'
import { titles } from './texts.ts'

interface Answer {
  coming: boolean
  children: number | undefined
}

const Time = z.object({ id: z.int() })

/** Stores a father's answer; the last one needed makes it a playdate. */
export function answer(db: Db, id: number, { coming, children }: Answer, userId: number): Promise<Proposal> {
  return db.transaction(async tx => {
    // Answers wait for each other, so one of them is the last one needed.
    const time = await tx.one(
      Time,
      sql`select t.id from polls q join poll_times t on t.poll_id = q.id where q.id = ${id} and ${isProposal} for update of q`,
    )
    if (!time) throw new Problem('proposal.unknown')
    const before = await byId(tx, id, userId)
    const given = coming ? 'yes' : 'no'
    if (before.state !== 'open') {
      // A repeat after a lost answer.
      if (before.mine === given) return before
      throw new Problem(before.state === 'made' ? 'proposal.made' : 'proposal.over')
    }
    if (coming) await mustBeFreeToStart(tx, userId)
    const readBefore = await readsOf(tx, id)
    await give(tx, id, userId, {
      answers: [{ timeId: time.id, choice: given }],
      children: children ?? 0,
      isByLatest: true,
    })
    if (coming) await makeIfEnough(tx, id, time.id)
    // A decline changes what nobody else reads, so it is announced only to him.
    const read = [...(await readsOf(tx, id))].filter(([reader, now]) => now !== readBefore.get(reader))
    const readers = read.map(([reader]) => reader)
    await record(tx, { fact: 'proposalAnswered', proposalId: id, userId, readers })
    return byId(tx, id, userId)
  })
}

/**
 * Those who meet: the first for whom enough others can join, in the order of accepting, never two with a block between
 * them.
 */
async function meetingOf(tx: Db, timeId: number): Promise<Answered[] | undefined> {
  const answered = await answeredAbout(tx, timeId, counts)
  const accepted = answered.filter(father => father.answer === 'yes')
  const isBlocked = await blocksAmong(
    tx,
    accepted.map(father => father.id),
  )
  return accepted
    .map(first => together([first, ...accepted.filter(other => other !== first)], isBlocked))
    .find(fathers => fathers.length >= limits.proposalMinimum)
}

/** Creates the playdate of the first who accepted with enough others, and seats them. */
async function makeIfEnough(tx: Db, id: number, timeId: number): Promise<void> {
  const [creator, ...coming] = (await meetingOf(tx, timeId)) ?? []
  if (!creator) return
  const { playdateId, seated, waiting } = await become(tx, id, {
    timeId,
    creatorId: creator.id,
    children: creator.children,
    coming,
    title: titles[creator.language],
    minimumFathers: limits.proposalMinimum,
  })
  await record(tx, { fact: 'proposalMade', playdateId, seated: [creator.id, ...seated], waiting })
}
