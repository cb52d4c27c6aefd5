import type { Logger } from 'pino'
import { audit } from '../domain/audit.ts'
import type { Db } from '../platform/db/db.ts'
import type { AuditedRefusal, RefusalParts, Refused } from '../platform/http/refusal.ts'
import { turnAt, turnOf } from '../platform/http/serve.ts'

const onceInMs = 60_000
/** Above this number of networks per minute, refusals of further ones are not recorded. */
const notedAtMost = 10_000

/**
 * Writes refused requests into the audit trail, in their senders' turns: at most one of each kind per minute for a
 * member, or for a network without one (safety S46).
 */
export function refusalTrail(db: Db, log: Logger): RefusalParts['noteRefusal'] {
  /** When each was written, oldest first. */
  const noted = new Map<string, number>()

  function isNew(key: string): boolean {
    const nowMs = performance.now()
    for (const [old, atMs] of noted) {
      if (atMs > nowMs - onceInMs) break
      noted.delete(old)
    }
    if (noted.has(key) || noted.size >= notedAtMost) return false
    noted.set(key, nowMs)
    return true
  }

  return (event: AuditedRefusal, { member, visitor }: Refused) => {
    const who = member ? turnOf(member) : turnAt(visitor)
    if (!isNew(`${event} ${who}`)) return
    audit(db.for(who), event, member?.id).catch((failure: unknown) => log.warn({ err: failure }, 'audit'))
  }
}
