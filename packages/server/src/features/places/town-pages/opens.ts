import { productTimeZone } from '@papadag/contract/limits'
import { type Db, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'

const keptDays = 400
const mostADay = 1_000_000

/** Counts that the page of this town was opened today; nothing about who did so is stored. */
export async function countOpening(db: Db, slug: string): Promise<void> {
  await db.run(sql`
    insert into town_opens as counted (town, day, opens)
    values (${slug}, (now() at time zone ${productTimeZone})::date, 1)
    on conflict (town, day) do update set opens = least(counted.opens + 1, ${mostADay}::int)`)
}

export async function forgetOpenings(db: Db): Promise<void> {
  await deleteInBatches(db, sql`town_opens`, sql`day <= current_date - ${sql.number(keptDays)}`)
}
