import { devices } from '@papadag/contract/users/devices'
import { askHandover } from '@papadag/contract/users/handover'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Father } from '../world.ts'
import { aLoginCode } from './codes.ts'

/** A device of this father, codes that he has printed, one that was mailed, and the code of a browser that waits to be let in: his own. */
export async function waysIn(db: Db, father: Father) {
  await db.run(sql`insert into devices (user_id, name_hash, token_hash) values (${father.id}, 'name', 'token')`)
  const [device] = await father.call(devices)
  const { codes } = await father.call(makeRecoveryCodes)
  const handover = await father.call(askHandover)
  // For tests that take longer than a minute.
  await db.run(sql`update handovers set asked_at = now() + interval '1 hour'`)
  return {
    mailed: await aLoginCode(db, father),
    deviceId: device?.id,
    recoveryCode: codes[0],
    handoverCode: handover.code,
  }
}
