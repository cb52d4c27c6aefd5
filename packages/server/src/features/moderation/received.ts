import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'

/** Forgets deleted texts, and who had received what, once nobody may report it any more (safety 9). */
export async function forgetReceived(db: Db, retentionDays: number): Promise<void> {
  await deleteInBatches(
    db,
    sql`received`,
    sql`lost_at <= now() - make_interval(secs => case target_type when 'chat' then ${retentionDays * 86_400}::float8 else 30 * 86400 end)`,
  )
  await deleteInBatches(
    db,
    sql`kept_texts k`,
    sql`kept_until <= now()
        or not exists (select from received r where r.target_type = k.target_type and r.target_id = k.target_id)`,
  )
}
