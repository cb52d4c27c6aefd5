import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'

/** The events of the audit trail (safety S46). */
export type AuditEvent =
  | 'account.registered'
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'device.copied'
  | 'account.emailChanged'
  | 'account.passwordChanged'
  | 'account.passwordReset'
  | 'account.emailConfirmed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'recoveryCodes.made'
  | 'account.exported'
  | 'account.imported'
  | 'account.deleted'
  | 'user.blocked'
  | 'place.decided'
  | 'report.sent'
  | 'report.read'
  | 'report.decided'
  | 'moderator.added'
  | 'moderator.removed'
  | 'operator.added'
  | 'operator.removed'
  | 'host.added'
  | 'host.removed'
  | 'request.forbidden'
  | 'request.crossSite'

/** Adds a line to the append-only audit trail; `userId` is the user it concerns, if known. */
export async function audit(db: Db, event: AuditEvent, userId?: number): Promise<void> {
  await db.run(sql`insert into audit (event, user_id) values (${event}, ${userId ?? null})`)
}

/** Adds the line for a refused code of this account, or of none: at most one a minute, however often somebody guesses. */
export async function auditGuess(db: Db, userId: number | undefined): Promise<void> {
  const event: AuditEvent = 'session.refused'
  await db.run(sql`
    insert into audit (event, user_id) select ${event}, ${userId ?? null}::int
     where not exists (select from audit where at > now() - interval '1 minute' and event = ${event}
                          and user_id is not distinct from ${userId ?? null}::int)`)
}

/** Adds the line for a new session, as part of its statement. */
export const auditStart: Sql = sql`insert into audit (event, user_id) select ${'session.started' satisfies AuditEvent}, id from admitted`

/** Deletes lines older than a year. */
export async function forgetAudit(db: Db): Promise<void> {
  await deleteInBatches(db, sql`audit`, sql`at < now() - interval '12 months'`)
}
