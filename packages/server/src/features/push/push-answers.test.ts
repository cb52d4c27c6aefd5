import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { noMeters } from '../../platform/metrics/meters.ts'
import { theInternet } from '../../platform/outside.ts'
import { testDb } from '../../testing/database.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { pushService } from '../../testing/push.ts'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'
import { createPush, type PushParts } from './push.ts'
import { keepDevices } from './routes.ts'

const message = {
  web_push: 8030 as const,
  mutable: true as const,
  app_badge: 1,
  notification: {
    ...{ title: 'Hoi', body: 'Er is iets', navigate: '/', lang: 'nl', tag: 'een', silent: false, app_badge: '1' },
    data: { asOf: 0 },
  },
}

type Service = Awaited<ReturnType<typeof pushService>>

function pushOf(db: Db, { env }: Service, config: Partial<PushParts['config']> = {}, outside = theInternet()) {
  const vapidKeys = { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
  const given = {
    vapidKeys,
    pushOrigins: [env.PUSH_ORIGINS],
    publicUrl: undefined,
    contactEmail: undefined,
    host: '127.0.0.1',
  }
  return createPush({
    ...{ db, log: pino({ level: 'silent' }), outside, meters: noMeters },
    config: { ...given, ...config },
  })
}

async function aDevice(db: Db, service: Service, userId: number, name: string): Promise<number> {
  const { endpoint, keys } = service.subscription(name)
  const made = await db.one(
    z.object({ id: z.int() }),
    sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth)
        values (${userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}) returning id`,
  )
  return made?.id ?? 0
}

const State = z.object({ sent: z.boolean(), restsS: z.nullable(z.number()) })
const stateOf = (db: Db, id: number) =>
  db.one(
    State,
    sql`select last_sent_at is not null as sent, round(extract(epoch from retry_at - now()))::float8 as "restsS"
          from push_subscriptions where id = ${id}`,
  )

const kept = { sent: false, restsS: null }
const taken = { sent: true, restsS: null }
test.each<[number, Record<string, string>, 'sent' | 'failed' | 'refused', object | undefined]>([
  [200, {}, 'sent', taken],
  [201, {}, 'sent', taken],
  [299, {}, 'sent', taken],
  [300, {}, 'refused', kept],
  [400, {}, 'refused', undefined],
  [401, {}, 'refused', undefined],
  [402, {}, 'refused', kept],
  [403, {}, 'refused', undefined],
  [404, {}, 'refused', undefined],
  [410, {}, 'refused', undefined],
  [413, {}, 'refused', kept],
  [429, {}, 'failed', { sent: false, restsS: 60 }],
  [429, { 'retry-after': '600' }, 'failed', { sent: false, restsS: 600 }],
  [429, { 'retry-after': '3600' }, 'failed', { sent: false, restsS: 3600 }],
  [429, { 'retry-after': '86400' }, 'failed', { sent: false, restsS: 3600 }],
  [499, {}, 'refused', kept],
  [500, {}, 'failed', { sent: false, restsS: 60 }],
  [503, {}, 'failed', { sent: false, restsS: 60 }],
])('a push service that answers %i %j leaves the message %s', async (status, headers, result, state) => {
  const db = await testDb()
  const service = await pushService()
  const id = await aUser(db, 'daan')
  const [phone, tablet] = [await aDevice(db, service, id, 'phone'), await aDevice(db, service, id, 'tablet')]
  const others = await aDevice(db, service, await aUser(db, 'bram'), 'others')
  service.answer('phone', status, headers)
  const delivery = await pushOf(db, service)?.deliver(id, { message, ttlS: 3600, only: [phone, others] })
  expect(delivery).toEqual({ sent: result === 'sent' ? 1 : 0, silent: 0, failed: result === 'failed' ? [phone] : [] })
  const near = await stateOf(db, phone)
  // The clock runs on.
  const rests = near?.restsS && Math.ceil(near.restsS / 5) * 5
  expect(near && { ...near, restsS: rests }).toEqual(state)
  for (const other of [tablet, others]) expect(await stateOf(db, other)).toEqual(kept)
  expect(service.tries).toEqual(['/phone'])
})

test.each([
  ['there is no such name', 'ENOTFOUND', '4 days', false],
  ['the name has no address', 'ENODATA', '4 days', false],
  ['there is no such name', 'ENOTFOUND', '2 days', true],
  ['the name servers cannot be reached', 'ECONNREFUSED', '4 days', true],
])(
  'a device of a push service whose name is looked up in vain (%s, %s) since %s stays: %s',
  async (_, code, since, isKept) => {
    const db = await testDb()
    const service = await pushService()
    const id = await aUser(db, 'daan')
    const device = await aDevice(db, service, id, 'phone')
    await db.run(sql`update push_subscriptions set endpoint = 'https://push.example/phone'`)
    const resolve = () => Promise.reject(Object.assign(new Error(code), { code }))
    const push = pushOf(db, service, {}, { ...theInternet(), resolve })
    expect(await push?.deliver(id, { message, ttlS: 3600 })).toEqual({ sent: 0, silent: 0, failed: [device] })
    await db.script(
      `update push_subscriptions set retry_at = null, unresolved_since = unresolved_since - interval '${since}'`,
    )
    await push?.deliver(id, { message, ttlS: 3600 })
    expect(await db.count(sql`from push_subscriptions`)).toBe(isKept ? 1 : 0)
  },
)

test('a paused device is not contacted until its time has come', async () => {
  const db = await testDb()
  const service = await pushService()
  const id = await aUser(db, 'daan')
  const [phone, tablet] = [await aDevice(db, service, id, 'phone'), await aDevice(db, service, id, 'tablet')]
  const rest = (ms: number) =>
    db.run(
      sql`update push_subscriptions set retry_at = now() + make_interval(secs => ${ms}::float8) where id = ${phone}`,
    )
  const push = pushOf(db, service)
  await rest(60)
  expect(await push?.deliver(id, { message, ttlS: 3600 })).toMatchObject({ sent: 1, failed: [phone] })
  expect(service.tries).toEqual(['/tablet'])
  await rest(-1)
  expect(await push?.deliver(id, { message, ttlS: 3600 })).toMatchObject({ sent: 2, failed: [] })
  expect([await stateOf(db, phone), await stateOf(db, tablet)]).toEqual([taken, taken])
})

test('a message is kept for a minute at least, and replaces one about the same', async () => {
  const db = await testDb()
  const service = await pushService()
  const id = await aUser(db, 'daan')
  await aDevice(db, service, id, 'phone')
  const push = pushOf(db, service)
  const about = (tag: string) => ({ ...message, notification: { ...message.notification, tag } })
  await push?.deliver(id, { message: about('een'), ttlS: 1 })
  await push?.deliver(id, { message: about('een'), ttlS: 61 })
  await push?.deliver(id, { message: about('twee'), ttlS: 3600.4 })
  expect(service.received.map(({ headers }) => headers.ttl)).toEqual(['60', '61', '3600'])
  const [one, again, other] = service.received.map(({ headers }) => headers.topic)
  expect([one === again, one === other]).toEqual([true, false])
  expect(service.received.map(({ bytes }) => bytes % 1024)).toEqual(
    Array(3)
      .fill(service.received[0]?.bytes ?? 0)
      .map(bytes => bytes % 1024),
  )
})

test('one signature serves a push service for an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await testDb()
  const service = await pushService()
  const id = await aUser(db, 'daan')
  await aDevice(db, service, id, 'phone')
  const push = pushOf(db, service)
  const begun = Date.now()
  const signed = async (afterMs: number) => {
    vi.setSystemTime(begun + afterMs)
    await push?.deliver(id, { message, ttlS: 3600 })
    return service.received.at(-1)?.headers.authorization
  }
  const first = await signed(0)
  expect(first).toContain(service.env.VAPID_PUBLIC_KEY)
  expect(await signed(3_590_000)).toBe(first)
  expect(await signed(3_600_001)).not.toBe(first)
})

test('a push service has eight seconds to answer, and the look-up of its name two', async () => {
  const db = await testDb()
  const service = await pushService()
  const limits = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limits.mockRestore())
  const id = await aUser(db, 'daan')
  await aDevice(db, service, id, 'phone')
  expect(await pushOf(db, service)?.deliver(id, { message, ttlS: 3600 })).toMatchObject({ sent: 1 })
  expect(limits.mock.calls).toEqual([[8000]])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = { ...theInternet(), resolve: () => new Promise<never>(() => {}) }
  let isTaken: boolean | undefined
  void pushOf(db, service, {}, silent)
    ?.isEndpoint('https://push.example/phone')
    .then(is => (isTaken = is))
  await vi.advanceTimersByTimeAsync(1999)
  expect(isTaken).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(isTaken).toBe(true)
})

/** The contact that a push service may ask about what this server sends. */
async function contactOf(config: Partial<PushParts['config']>) {
  const db = await testDb()
  const service = await pushService()
  const push = pushOf(db, service, config)
  if (!push) return undefined
  const id = await aUser(db, 'daan')
  await aDevice(db, service, id, 'phone')
  await push.deliver(id, { message, ttlS: 3600 })
  const token = /t=[^.]+\.([^.]+)\./.exec(String(service.received[0]?.headers.authorization))?.[1] ?? ''
  return z.parse(z.object({ sub: z.string() }), JSON.parse(Buffer.from(token, 'base64url').toString())).sub
}

test.each<[Partial<PushParts['config']>, string | undefined]>([
  [{ publicUrl: 'https://papadag.example' }, 'https://papadag.example'],
  [{ publicUrl: 'http://papadag.example' }, undefined],
  [{ publicUrl: 'http://localhost:3000' }, 'mailto:operator@localhost'],
  [{ publicUrl: 'https://localhost' }, 'mailto:operator@localhost'],
  [{ publicUrl: 'http://[::1]:3000', contactEmail: 'daan@papadag.example' }, 'mailto:daan@papadag.example'],
  [{ host: '127.0.0.1' }, 'mailto:operator@localhost'],
  [{ host: '0.0.0.0' }, undefined],
  [{ host: '0.0.0.0', publicUrl: 'http://127.0.0.1' }, 'mailto:operator@localhost'],
  [{ publicUrl: 'https://papadag.example', vapidKeys: undefined }, undefined],
])('with %j, a push gives as its contact %s', async (config, contact) => {
  expect(await contactOf(config)).toBe(contact)
})

test('a father can subscribe and test only so many devices', async () => {
  const { server } = await world()
  expect(limitsOf(server, /push/)).toEqual({
    'POST /api/push-subscriptions': ['20 in 60 s'],
    'POST /api/push-subscriptions/:id/test': ['5 in 60 s'],
    'POST /api/push/receipts': ['120 in 60 s'],
  })
})

test.each([
  ['expires in four minutes', "expires_at = now() + interval '4 minutes'", true],
  ['expires in six minutes', "expires_at = now() + interval '6 minutes'", false],
  [
    'was last used 14 days ago, in four minutes',
    "last_used_at = now() - interval '14 days' + interval '4 minutes'",
    true,
  ],
  [
    'was last used 14 days ago, in six minutes',
    "last_used_at = now() - interval '14 days' + interval '6 minutes'",
    false,
  ],
  ['was used a day ago', "last_used_at = now() - interval '1 day'", false],
])('whether a device whose session %s outlives it: %s', async (_, set, isKept) => {
  const db = await testDb()
  const service = await pushService()
  const id = await aUser(db, 'daan')
  for (const name of ['phone', 'tablet']) {
    const device = await aDevice(db, service, id, name)
    await db.run(sql`
      with made as (
        insert into sessions (token_hash, user_id, expires_at) values (sha256(${name}::text::bytea), ${id}, now() + interval '30 days') returning id)
      update push_subscriptions set session_id = made.id from made where push_subscriptions.id = ${device}`)
  }
  await db.script(`update sessions set ${set} where id = (select min(id) from sessions)`)
  await keepDevices(db)
  expect(await db.count(sql`from push_subscriptions where session_id is null`)).toBe(isKept ? 1 : 0)
})
