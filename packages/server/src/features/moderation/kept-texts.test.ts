import { deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { decide } from '../../testing/moderation.ts'
import { report, scene, texts } from '../../testing/scenes/received.ts'
import { password } from '../../testing/world.ts'
import { forgetReceived } from './received.ts'

test('a text that moderators have removed for good is not kept for other reports', async () => {
  const here = await scene()
  const target = await texts['a question'](here)
  const { id } = await report(here.reader, target)
  await here.db.run(sql`update users set is_moderator = true where id = ${here.other.id}`)
  await decide(here.other, id, 'remove')
  expect(await here.db.count(sql`from kept_texts`)).toBe(0)
})

test.each([
  ['a message in a thread', 7],
  ['the description of his playdate', 30],
  ['a question', 30],
  ['a sentence at leaving', 30],
] as const)('once the time for keeping it is over, %s is deleted for everybody', async (text, days) => {
  const here = await scene()
  const target = await texts[text](here)
  // Of the poll, so that its own week after its last time does not come first.
  await here.db.run(sql`update polls set ends_at = now() + interval '60 days'`)
  for (const father of [here.writer, here.host]) await father.call(deleteAccount, { body: { password } })
  const age = (hours: number) =>
    here.db.run(sql`
      with older as (update received set lost_at = lost_at - make_interval(hours => ${hours})),
           late as (update kept_texts set kept_until = kept_until - make_interval(hours => ${hours}))
      update messages set sent_at = sent_at - make_interval(hours => ${hours})`)
  await age(days * 24 - 1)
  await forgetReceived(here.db, 7)
  await report(here.reader, target)
  await here.db.run(sql`update reports set closed_at = now()`)
  await age(2)
  await expect(report(here.reader, target)).rejects.toMatchObject({ status: 404, code: 'report.unknownTarget' })
  await age(30 * 24)
  await forgetReceived(here.db, 7)
  expect(await here.db.count(sql`from kept_texts`)).toBe(0)
  expect(await here.db.count(sql`from received`)).toBe(0)
})

test('a text is kept no longer than its own retention, and not at all if nobody could read it', async () => {
  const here = await scene()
  await texts['a question'](here)
  await here.db.run(sql`update polls set ends_at = now() - interval '6 days'`)
  await here.host.call(deleteAccount, { body: { password } })
  // His playdate, which nobody was on, is not kept at all.
  expect(await here.db.count(sql`from kept_texts`)).toBe(1)
  expect(await here.db.count(sql`from kept_texts where kept_until < now() + interval '25 hours'`)).toBe(1)
})
