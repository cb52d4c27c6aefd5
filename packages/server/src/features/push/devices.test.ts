import { pushDevices, subscribe } from '@papadag/contract/push'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { postgresUrl } from '../../testing/database.ts'
import { pushService } from '../../testing/push.ts'
import { world } from '../../testing/world.ts'

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
