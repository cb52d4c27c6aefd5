import { type Db, sql } from '../platform/db/db.ts'

/**
 * Locks the open proposals that both are asked for: the playdate that one of them becomes meanwhile is waited for, and the
 * next one knows of the block. One that has become a playdate is left alone, since deleting that playdate locks it last.
 */
export async function lockProposalsBetween(tx: Db, one: number, other: number): Promise<void> {
  const isAsked = (userId: number) =>
    sql`exists (select from proposal_fathers f where f.proposal_id = r.id and f.user_id = ${userId})`
  await tx.run(sql`
    select r.id from proposals r
     where r.made_at is null and ${isAsked(one)} and ${isAsked(other)} order by r.id for update`)
}
