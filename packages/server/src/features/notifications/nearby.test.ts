import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { block, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { nothingWaits } from '../../testing/mail.ts'
import { aPlayground, here } from '../../testing/places.ts'
import { pushService } from '../../testing/push.ts'
import { aPlaydate, world } from '../../testing/world.ts'

test('a new playdate nearby is announced once a day to fathers who switched that on, and to nobody else', async () => {
  const service = await pushService()
  const { db, host, fathers } = await world({ fathers: 6, env: service.env })
  const [wants, unasked, nowhere, far, blocked, comes] = fathers
  const near = { neighbourhood: here }
  const on = { push: { nearby: true }, quietHours: null }
  await wants.call(editSettings, { body: { ...near, notifications: on } })
  await unasked.call(editSettings, { body: { ...near, notifications: { quietHours: null } } })
  await nowhere.call(editSettings, { body: { notifications: on } })
  const utrecht = { latitude: 52.09, longitude: 5.12 }
  await far.call(editSettings, { body: { neighbourhood: utrecht, notifications: on } })
  await blocked.call(editSettings, { body: { ...near, notifications: on } })
  await comes.call(editSettings, { body: { ...near, notifications: on } })
  await host.call(editSettings, { body: { ...near, notifications: on } })
  await blocked.call(block, { params: { id: host.id } })
  for (const father of [host, ...fathers]) await father.call(subscribe, { body: service.subscription(father.username) })

  const { id: placeId, name: location } = await aPlayground(host)
  await db.run(sql`update users set hidden_at = now() where id = ${comes.id}`)
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId, location }) })
  expect(await service.messages(1)).toMatchObject([
    { title: 'Nieuwe speelafspraak bij jou in de buurt', tag: `playdate-${id}`, navigate: `/playdates?open=${id}` },
  ])
  const { id: next } = await host.call(createPlaydate, { body: aPlaydate({ placeId, location }) })
  await nothingWaits(db)
  expect(service.received.map(({ path }) => path)).toEqual([`/${wants.username}`])
  const tomorrow = sql`due_at between now() + interval '23 hours' and now() + interval '24 hours'`
  expect(await db.count(sql`from outbox where kind = 'nearby' and user_id = ${wants.id} and ${tomorrow}`)).toBe(1)

  // A day later he is notified of the next one, unless he has already joined it.
  await db.run(sql`delete from outbox where kind = 'nearby'`)
  await wants.call(joinPlaydate, { params: { id: next }, body: {} })
  await db.run(sql`insert into outbox (kind, playdate_id) values ('nearby.plan', ${next})`)
  await nothingWaits(db)
  expect(service.received.filter(({ path }) => path === `/${wants.username}`)).toHaveLength(1)
})
