import { logIn, logOut } from '@papadag/contract/auth'
import { pushDevices, pushKey, subscribe, testPush, unsubscribe } from '@papadag/contract/push'
import { changePassword } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { postgresUrl } from '../../testing/database.ts'
import { outsideStandIn } from '../../testing/outside-stand-in.ts'
import { pushService, withPhone } from '../../testing/push.ts'
import { password, world } from '../../testing/world.ts'

async function open() {
  const service = await pushService()
  const { db, host, fathers } = await world({ fathers: 1, env: service.env })
  return { db, host, other: fathers[0], service }
}

test('an eleventh device replaces the oldest, and a browser that is subscribed again counts as new', async () => {
  const { host, other, service } = await open()
  const { id: old } = await other.call(subscribe, { body: service.subscription('old') })
  const made: number[] = []
  for (let n = 0; n < 11; n += 1) made.push((await host.call(subscribe, { body: service.subscription(`${n}`) })).id)
  const kept = async () => (await host.call(pushDevices)).map(({ id }) => id).sort((a, b) => a - b)
  expect(await kept()).toEqual(made.slice(1))
  expect(await other.call(pushDevices), 'another father’s do not count').toMatchObject([{ id: old }])
  await host.call(subscribe, { body: service.subscription('old') })
  expect(await kept()).toContain(old)
})

test('a browser that subscribes again keeps its name unless it sends another, gets its new keys, and is due at once', async () => {
  const { db, host, service } = await open()
  await host.call(subscribe, { body: { ...service.subscription('phone'), name: 'Telefoon' } })
  await db.run(sql`update push_subscriptions set retry_at = now() + interval '1 hour', p256dh = 'old', auth = 'old'`)
  const again = service.subscription('phone')
  const names = async () => (await host.call(pushDevices)).map(({ name }) => name)
  await host.call(subscribe, { body: again })
  expect(await names()).toEqual(['Telefoon'])
  expect(
    await db.count(sql`from push_subscriptions
      where retry_at is null and p256dh = ${again.keys.p256dh} and auth = ${again.keys.auth}`),
  ).toBe(1)
  await host.call(subscribe, { body: { ...again, name: 'Tablet' } })
  expect(await names()).toEqual(['Tablet'])
})

test.skipIf(postgresUrl === undefined)(
  'a father’s devices are subscribed one after another, and another father’s at the same time',
  async () => {
    const { db, host, other, service } = await open()
    let his: Promise<unknown> | undefined
    await db.transaction(async tx => {
      await tx.run(sql`select from users where id = ${host.id} for update`)
      his = host.call(subscribe, { body: service.subscription('his') })
      await vi.waitFor(async () =>
        expect(
          await db.count(sql`from pg_locks join pg_stat_activity using (pid)
            where not granted and datname = current_database()`),
        ).toBe(1),
      )
      await other.call(subscribe, { body: service.subscription('others') })
      expect(await db.count(sql`from push_subscriptions where user_id = ${other.id}`)).toBe(1)
    })
    await his
    expect(await host.call(pushDevices)).toHaveLength(1)
  },
)

test('a father can test and remove a device, and it is removed with its session', async () => {
  const { db, guest, other, service, device } = await withPhone()
  const params = { id: device.id }
  expect(await guest.call(pushDevices)).toMatchObject([
    { id: device.id, name: 'Telefoon', service: expect.stringMatching(/^127/) },
  ])
  await expect(other.call(testPush, { params })).rejects.toMatchObject({ status: 404, code: 'push.unknown' })
  await expect(other.call(unsubscribe, { params })).rejects.toMatchObject({ status: 404 })
  await guest.call(testPush, { params })
  expect(await service.messages(1)).toMatchObject([{ title: 'Het werkt' }])
  const again = service.subscription('phone')
  expect(await guest.call(subscribe, { body: again })).toEqual(device)
  await guest.call(logOut)
  expect(await db.count(sql`from push_subscriptions`)).toBe(0)
  await other.call(subscribe, { body: again })
  // The device's session has expired.
  await db.run(sql`update push_subscriptions set session_id = null`)
  await other.call(changePassword, { body: { currentPassword: password, newPassword: 'nog een wachtwoord' } })
  expect(await db.count(sql`from push_subscriptions`)).toBe(0)
})

test('a device stays after its user signs in again or changes his password, and is removed when another user signs in', async () => {
  const { db, guest, host, device } = await withPhone()
  const kept = async () => (await guest.call(pushDevices)).map(({ id }) => id)
  await guest.call(logIn, { body: { username: guest.username, password } })
  expect(await kept()).toEqual([device.id])
  await guest.call(changePassword, { body: { currentPassword: password, newPassword: 'nog een wachtwoord' } })
  expect(await kept()).toEqual([device.id])
  await guest.call(logIn, { body: { username: host.username, password } })
  expect(await db.count(sql`from push_subscriptions`)).toBe(0)
})

test('a browser that another father subscribes belongs to him from then on', async () => {
  const { guest, other, service } = await withPhone()
  await other.call(subscribe, { body: { ...service.subscription('phone'), name: 'Telefoon' } })
  expect([await guest.call(pushDevices), await other.call(pushDevices)]).toMatchObject([[], [{ name: 'Telefoon' }]])
  const headers = { 'content-type': 'application/json' }
  const of = (name: string) => ({ headers, body: JSON.stringify(service.subscription(name)) })
  const again = async (name: string) => (await other.fetch('POST', '/api/push-subscriptions', of(name))).status
  expect([await again('phone'), await again('tablet')]).toEqual([200, 201])
})

test('an endpoint at an unknown or private address is refused and never requested', async () => {
  const { outside, connected } = await outsideStandIn(
    { 'inside.example': ['10.0.0.7'], 'outside.example': ['93.184.216.34'] },
    (_, response) => response.writeHead(201).end(),
  )
  const service = await pushService()
  const { host, db } = await world({ env: service.env, outside })
  const { keys } = service.subscription()
  for (const endpoint of [
    'http://outside.example/x',
    'https://outside.example:8443/x',
    'https://user:pw@outside.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'https://inside.example/x',
    'no address',
    `https://outside.example/${'x'.repeat(3000)}`,
  ]) {
    await expect(host.call(subscribe, { body: { endpoint, keys } })).rejects.toMatchObject({ status: 400 })
  }
  const broken = { p256dh: `B${'A'.repeat(86)}`, auth: keys.auth }
  await expect(
    host.call(subscribe, { body: { endpoint: 'https://outside.example/x', keys: broken } }),
  ).rejects.toMatchObject({ status: 400 })
  expect(await db.count(sql`from push_subscriptions`)).toBe(0)
  expect(connected).toEqual([])
  await host.call(subscribe, { body: { endpoint: 'https://outside.example/x', keys } })
  await db.run(sql`insert into outbox (kind, user_id) values ('test', ${host.id})`)
  await vi.waitFor(() => expect(connected).toEqual(['93.184.216.34:443']))
})

test('push is off without a public https address, except on localhost', async () => {
  const { env } = await pushService()
  const away = await world({ env: { ...env, PUBLIC_URL: 'http://papadag.example' } })
  await expect(away.host.call(pushKey)).rejects.toMatchObject({ status: 404, code: 'push.off' })
  const here = await world({ env })
  expect(await here.host.call(pushKey)).toEqual({ key: env.VAPID_PUBLIC_KEY })
})
