import { limits } from '@papadag/contract/limits'
import * as contract from '@papadag/contract/push'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { enqueue } from '../../platform/outbox/outbox.ts'
import { Problem } from '../../platform/problem.ts'
import { minute, type RateLimit } from '../../platform/rate-limits.ts'
import { acknowledge, isSilent, type Push } from './push.ts'

const subscribed: RateLimit = { name: 'push-subscribed', windows: [{ times: 20, seconds: minute }] }
const tested: RateLimit = { name: 'push-tested', windows: [{ times: 5, seconds: minute }] }

/** A device sends what it has received at once in one call. */
const acknowledged: RateLimit = { name: 'push-acknowledged', windows: [{ times: 120, seconds: minute }] }

const Kept = z.object({ id: z.int(), isNew: z.boolean() })

export function pushRoutes(push: Push | undefined): Served[] {
  function on(): Push {
    if (!push) throw new Problem('push.off')
    return push
  }

  return [
    serve(contract.pushKey, async () => ({ key: on().publicKey })),
    serve(contract.pushDevices, ({ db, member }) =>
      db.many(
        contract.PushDevice,
        sql`select id, name, split_part(endpoint, '/', 3) as service, ${isoOf(sql`created_at`)} as "createdAt",
                   ${isoOf(sql`last_sent_at`)} as "lastSentAt", ${isSilent} as "isSilent",
                   left(encode(sha256(convert_to(endpoint, 'UTF8')), 'hex'), 16) as fingerprint
              from push_subscriptions where user_id = ${member.id} order by id desc`,
      ),
    ),
    serve(contract.subscribe, { limit: subscribed }, async ({ db, body, member, answerWith }) => {
      if (!(await on().isEndpoint(body.endpoint))) refuseField('endpoint', 'push.endpoint')
      if (!on().areKeys(body.keys)) refuseField('keys', 'push.keys')
      const { id, isNew } = await keep(db, body, member)
      if (!isNew) answerWith(200)
      return { id }
    }),
    serve(contract.unsubscribe, { allow: isOwn }, ({ db, params }) =>
      db.run(sql`delete from push_subscriptions where id = ${params.id}`),
    ),
    serve(contract.pushReceipts, { visitorLimit: acknowledged }, ({ db, body }) => acknowledge(db, body.ids)),
    serve(contract.testPush, { allow: isOwn, limit: tested }, ({ db, params, member }) => {
      on()
      return enqueue(db, {
        kind: 'test',
        userId: member.id,
        payload: { only: [params.id] },
        dedupeKey: `test:${params.id}`,
      })
    }),
  ]
}

function refuseField(path: string, code: 'push.endpoint' | 'push.keys'): never {
  throw new Problem('request.invalid', { issues: [{ path, code }] })
}

async function isOwn({ db, params, member }: { db: Db; params: { id: number }; member: { id: number } }) {
  if ((await db.count(sql`from push_subscriptions where id = ${params.id} and user_id = ${member.id}`)) === 0) {
    throw new Problem('push.unknown')
  }
}

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
  name?: string | null | undefined
}

/** Stores a device of the member logged in on it. Each member keeps the ten newest. */
function keep(db: Db, { endpoint, keys, name }: Subscription, member: { id: number; sessionId: number }) {
  return db.transaction(async tx => {
    // The lock serialises a user's subscriptions, so that two cannot both take the last place.
    await tx.run(sql`select from users where id = ${member.id} for update`)
    const kept = await tx.one(
      Kept,
      sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, name)
          values (${member.id}, (select id from sessions where id = ${member.sessionId}), ${endpoint},
                  ${keys.p256dh}, ${keys.auth}, ${name ?? null})
          on conflict (endpoint) do update
            set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
                auth = excluded.auth, name = coalesce(excluded.name, push_subscriptions.name), retry_at = null
          returning id, xmax = 0 as "isNew"`,
    )
    if (!kept) throw new Error('an insert returned no row')
    await tx.run(sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${member.id} order by id desc offset ${limits.pushDevices})
        and id <> ${kept.id}`)
    return kept
  })
}

/** Detaches devices from expired sessions before those are deleted: an expired session does not end notifications. */
export async function keepDevices(db: Db): Promise<void> {
  await db.run(sql`
    update push_subscriptions set session_id = null
     where session_id in (select id from sessions
                           where expires_at <= now() + interval '5 minutes' or last_used_at <= now() - interval '14 days' + interval '5 minutes')`)
}
