import { limits } from '@papadag/contract/limits'
import { type Decision, decideOnReport } from '@papadag/contract/moderation'
import { sql } from '../platform/db/db.ts'
import { type Father, world } from './world.ts'

/** Somebody to be reported, somebody who reports, a moderator, and somebody else. */
export async function cast() {
  const { fathers, host: subject, ...rest } = await world({ fathers: 3 })
  const [reporter, moderator, other] = fathers
  await rest.db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  return { ...rest, subject, reporter, moderator, other }
}

/** A moderator's decision, who has seen all reports there are unless it says which one was the last. */
export function decide(
  moderator: Father,
  id: number,
  decision: Decision,
  days?: 1 | 7 | 30 | null,
  lastReportId: number = limits.idMax,
) {
  const body = { decision, reason: 'Het was reclame.', rule: 'Huisregel 3', lastReportId }
  return moderator.call(decideOnReport, {
    params: { id },
    body: { ...body, ...(decision === 'suspend' && days !== undefined && { days }) },
  })
}
