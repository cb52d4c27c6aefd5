import { devices } from '@papadag/contract/users/devices'
import { askHandover } from '@papadag/contract/users/handover'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { sessions } from '@papadag/contract/users/users'
import { issueToken } from '../../features/recovery/tokens.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Father } from '../world.ts'
import { aLoginCode } from './codes.ts'

/** What lets this father in: a session, a device, codes on paper and by mail, links, and the code of his own browser. */
export async function waysIn(db: Db, father: Father) {
  await db.run(sql`insert into devices (user_id, name_hash, token_hash) values (${father.id}, 'name', 'token')`)
  const [device] = await father.call(devices)
  const { codes } = await father.call(makeRecoveryCodes)
  const handover = await father.call(askHandover)
  // For tests that take longer than a minute.
  await db.run(sql`update handovers set asked_at = now() + interval '1 hour'`)
  const [session] = await father.call(sessions)
  const to = { id: father.id, to: `${father.username}@papadag.test` }
  return {
    mailed: await aLoginCode(db, father),
    reset: await issueToken(db, 'reset', to),
    confirm: await issueToken(db, 'confirm', to),
    sessionId: session?.id,
    deviceId: device?.id,
    recoveryCode: codes[0],
    handoverCode: handover.code,
  }
}
