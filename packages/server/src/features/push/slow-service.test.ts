import { subscribe } from '@papadag/contract/push'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { mailServer } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { world } from '../../testing/world.ts'

test('devices whose push service does not answer delay neither others’ notices nor their owners’ mails', async () => {
  const service = await pushService()
  const { env, smtp } = await mailServer()
  const { db, host, fathers } = await world({
    fathers: 41,
    env: { ...service.env, ...env, PUBLIC_URL: 'http://localhost' },
  })
  const [last, ...slow] = fathers
  await db.run(
    sql`update users set notification_settings = notification_settings || '{"quietHours": null}', email_confirmed = true`,
  )
  for (const father of slow) {
    await father.call(subscribe, { body: { ...service.subscription(father.username), name: 'Telefoon' } })
    service.hold(father.username)
  }
  await last.call(subscribe, { body: { ...service.subscription('quick'), name: 'Telefoon' } })
  const told = [...slow, last].map(({ id }) => id)
  await db.run(
    sql`insert into outbox (kind, user_id) select 'test', id from unnest(${told}::int[]) as told (id) order by id desc`,
  )
  await vi.waitFor(() => expect(service.tries.length).toBe(41))
  await service.messages(1)
  await db.run(
    sql`insert into outbox (kind, user_id) values ('mail.inactive', ${slow[0]?.id}), ('mail.inactive', ${host.id})`,
  )
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2))
})
