import { settings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { type Father, world } from '../../testing/world.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** Two fathers with a link each that ends mails about playdates. */
async function open() {
  const { db, origin, host, fathers } = await world({ fathers: 1 })
  const linkOf = async (father: Father) =>
    `${origin}/unsubscribe/${await unsubscribeToken(db, father.id, `${father.username}@papadag.test`, 'playdates')}`
  const [his, others] = [await linkOf(host), await linkOf(fathers[0])]
  const ask = async (link: string) => (await fetch(link)).status
  const press = async (link: string) => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    return (await fetch(link, { method: 'POST', body })).status
  }
  const isMailed = async (father: Father) => (await father.call(settings)).notifications.mail.playdates
  return { db, host, other: fathers[0], his, others, ask, press, isMailed }
}

test('a father’s link ends his own mails, and leaves another father’s link alone', async () => {
  const { host, other, his, others, ask, press, isMailed } = await open()
  expect([await press(his), await isMailed(host), await isMailed(other)]).toEqual([200, false, true])
  expect([await ask(his), await press(his)]).toEqual([404, 404])
  expect([await ask(others), await press(others), await isMailed(other)]).toEqual([200, 200, false])
})

test.each([
  ['59 days', 200],
  ['60 days', 404],
])('a link in a mail that is %s old is answered with %i', async (age, status) => {
  const { db, host, his, ask, press, isMailed } = await open()
  await db.run(sql`update mail_tokens set expires_at = expires_at - ${age}::interval`)
  expect([await ask(his), await press(his), await isMailed(host)]).toEqual([status, status, status !== 200])
})

test('a link for resetting a password or confirming an address ends no mails, and trying it does not use it up', async () => {
  const { db, host, his, ask, press, isMailed } = await open()
  for (const purpose of ['reset', 'confirm']) {
    await db.run(sql`update mail_tokens set purpose = ${purpose} where user_id = ${host.id}`)
    expect([await ask(his), await press(his), await isMailed(host)], purpose).toEqual([404, 404, true])
  }
  expect(await db.count(sql`from mail_tokens where user_id = ${host.id}`)).toBe(1)
})
