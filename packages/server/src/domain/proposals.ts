import { type Db, sql } from '../platform/db/db.ts'

/**
 * Locks the proposals that both are asked for: the playdate that one of them becomes meanwhile is waited for, and the next
 * one knows of the block.
 */
export async function lockProposalsBetween(tx: Db, one: number, other: number): Promise<void> {
  const isAsked = (userId: number) =>
    sql`exists (select from proposal_fathers f where f.proposal_id = r.id and f.user_id = ${userId})`
  await tx.run(sql`select r.id from proposals r where ${isAsked(one)} and ${isAsked(other)} order by r.id for update`)
}
