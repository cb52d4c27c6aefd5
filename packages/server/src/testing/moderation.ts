import { limits } from '@papadag/contract/limits'
import { type Decision, decideOnReport } from '@papadag/contract/moderation'
import { sql } from '../platform/db/db.ts'
import { type Father, world } from './world.ts'

/** A reported father, a reporter, a moderator, and a bystander. */
export async function cast() {
  const { father: reporter, other: moderator, third, host: subject, ...rest } = await world({ fathers: 3 })
  await rest.db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  return { ...rest, subject, reporter, moderator, other: third }
}

/** A moderator's decision on all reports so far, unless it names the last report he has seen. */
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
