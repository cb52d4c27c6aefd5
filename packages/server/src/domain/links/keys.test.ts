import { logIn, logOut } from '@papadag/contract/auth'
import { sendReport } from '@papadag/contract/moderation'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll, onePoll, type Poll, pollByLink } from '@papadag/contract/playdates/polls'
import { endOtherDevices } from '@papadag/contract/users/devices'
import { askPasswordReset, resetPassword } from '@papadag/contract/users/recovery'
import { changePassword, deleteAccount, type PasswordChange } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { giveKeys, keysOf } from '../../testing/domain/keys.ts'
import { mailServer } from '../../testing/mail.ts'
import { decide } from '../../testing/moderation.ts'
import { aPoll, tokenIn } from '../../testing/polls.ts'
import { aPlaydate, password, sessionSecret, world } from '../../testing/world.ts'
import { endAllKeys, keys } from './keys.ts'

/** A father with every kind of key, and another one with his own. */
async function open() {
  const { smtp, env } = await mailServer()
  const opened = await world({ fathers: 3, env })
  const { db, host, father, other, third: moderator } = opened
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  for (const each of [father, other]) {
    await each.call(joinPlaydate, { params: { id }, body: {} })
    await giveKeys(db, each.id, id)
  }
  const sessionsOf = (userId: number) => db.count(sql`from sessions where user_id = ${userId}`)
  return { ...opened, smtp, father, other, moderator, sessionsOf }
}
type Opened = Awaited<ReturnType<typeof open>>

const all = keys.map(({ name }) => name)
const newPassword = 'drie natte laarzen'
const change = (asked: Pick<PasswordChange, 'endCalendarFeeds' | 'endParentLinks'>) => (opened: Opened) =>
  opened.father.call(changePassword, { body: { currentPassword: password, newPassword, ...asked } })
const lasting = ['invitation', 'poll link', 'passkey']
const outlivePassword = [...lasting, 'recovery code', 'confirm link', 'unsubscribe link']

const endings: [string, (opened: Opened) => Promise<unknown>, kept: string[], sessions: number][] = [
  [
    'a reset',
    async ({ visitor, father, smtp }) => {
      const email = `${father.username}@papadag.test`
      await visitor.call(askPasswordReset, { body: { email } })
      const token = (await smtp.mailTo(email)).link.searchParams.get('reset') ?? ''
      await visitor.call(resetPassword, { params: { token }, body: { newPassword } })
    },
    [...lasting, 'unsubscribe link'],
    0,
  ],
  ['a new password', change({}), ['session', 'calendar feed', ...outlivePassword], 1],
  ['a new password with the calendars', change({ endCalendarFeeds: true }), ['session', ...outlivePassword], 1],
  [
    'a new password without the links',
    change({ endParentLinks: false }),
    ['session', 'calendar feed', 'link for the other parent', ...outlivePassword],
    1,
  ],
  ['logging out everywhere else', ({ father }) => father.call(endOtherDevices), ['session', ...outlivePassword], 1],
  ['a logout', ({ father }) => father.call(logOut), all, 1],
  [
    'a suspension',
    async ({ host, moderator, father }) => {
      const body = { targetType: 'user', targetId: father.id, reason: 'spam' } as const
      await decide(moderator, (await host.call(sendReport, { body })).id, 'suspend', 7)
    },
    all.filter(
      name => !['push subscription', 'session', 'device', 'link for the other parent', 'handover'].includes(name),
    ),
    0,
  ],
  ['the deletion of his account', ({ father }) => father.call(deleteAccount), [], 0],
]

test.each(endings)('%s ends the listed keys of that account only', async (_, end, kept, sessions) => {
  const opened = await open()
  const { db, father, other, sessionsOf } = opened
  for (const { id } of [father, other]) expect(await keysOf(db, id)).toEqual(all)
  await end(opened)
  expect(await keysOf(db, father.id)).toEqual(all.filter(name => kept.includes(name)))
  expect(await sessionsOf(father.id)).toBe(sessions)
  expect(await keysOf(db, other.id)).toEqual(all)
  expect(await sessionsOf(other.id)).toBe(2)
})

test('a restore ends all keys except passkeys and the links that end mails, and gives each poll a new link', async () => {
  const { db, host, visitor, father, other } = await open()
  const before = await host.call(createPoll, { body: aPoll() })
  await db.transaction(tx => endAllKeys(tx, sessionSecret))
  for (const { id } of [father, other])
    expect(await keysOf(db, id)).toEqual(['poll link', 'passkey', 'unsubscribe link'])
  expect(await db.count(sql`from sessions`)).toBe(0)

  await visitor.call(logIn, { body: { username: host.username, password } })
  const after = await visitor.call(onePoll, { params: { id: before.id } })
  const byLink = (poll: Poll) => other.call(pollByLink, { params: { token: tokenIn(poll) } })
  await other.call(logIn, { body: { username: other.username, password } })
  expect(await byLink(after)).toMatchObject({ id: before.id })
  await expect(byLink(before)).rejects.toMatchObject({ status: 404 })
})

const Column = z.object({ table: z.string(), column: z.string() })

test('every column of the schema that contains a key is on the list, and no other', async () => {
  const { db } = await world()
  const columns = await db.many(
    Column,
    sql`select table_name as table, column_name as column from information_schema.columns
         where table_schema = 'public' and (column_name ~ 'token|secret|endpoint' or (data_type = 'bytea' and column_name ~ 'hash'))`,
  )
  // A circle's code belongs to no account, and ends with a restore.
  const ofCircles = ['circle_codes.code_hash', 'organisation_codes.code_hash']
  const listed = [...ofCircles, ...keys.flatMap(key => key.columns.map(column => `${key.table.text}.${column}`))]
  expect(new Set(listed)).toEqual(new Set(columns.map(({ table, column }) => `${table}.${column}`)))
})
