import * as contract from '@papadag/contract/users/devices'
import { audit } from '../../domain/audit.ts'
import { endKeys } from '../../domain/links/keys.ts'
import { sql } from '../../platform/db/db.ts'
import { type Allow, type Served, serve } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import { devices } from './queries.ts'

const isOwn: Allow<typeof contract.endDevice> = async ({ db, params, member }) => {
  if ((await db.count(sql`from devices where id = ${params.id} and user_id = ${member.id}`)) === 0)
    throw new Problem('device.unknown')
}

/** The browsers where somebody stays logged in. */
export function deviceRoutes({ sessions }: { sessions: Sessions }): Served[] {
  return [
    serve(contract.devices, ({ db, member }) => devices(db, member)),
    serve(contract.endDevice, { allow: isOwn }, async ({ db, params, member }) => {
      await sessions.endDevices(db, [params.id])
      await audit(db, 'session.ended', member.id)
    }),
    serve(contract.endOtherDevices, async ({ db, member, session }) => {
      const ended = await db.transaction(async tx => {
        await tx.run(sql`select from users where id = ${member.id} for no key update`)
        await audit(tx, 'session.ended', member.id)
        return endKeys(tx, 'elsewhere', { userId: member.id, sessionId: member.sessionId })
      })
      await sessions.announceEnd(ended)
      // Copies of this browser's own tokens end too.
      await session.start(member.id, { remember: 'asBefore' })
    }),
  ]
}
