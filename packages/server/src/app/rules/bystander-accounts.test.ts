import { logIn, logOut } from '@papadag/contract/auth'
import { answerRequest, sendMessage } from '@papadag/contract/chat'
import { type Decision, sendReport } from '@papadag/contract/moderation'
import { readNotifications } from '@papadag/contract/notifications'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { safeMeetingSeen } from '@papadag/contract/playdates/playdates'
import { importAccount } from '@papadag/contract/users/imports'
import { answerKnown } from '@papadag/contract/users/known'
import { askPasswordReset, confirmEmail, resetPassword } from '@papadag/contract/users/recovery'
import { block, changePassword, deleteAccount, editProfile, editSettings, unblock } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { issueToken } from '../../features/recovery/tokens.ts'
import { sql } from '../../platform/db/db.ts'
import { type Deed, doAll } from '../../testing/bystanders/do-all.ts'
import { accountsOf, readsOf, rowsOf } from '../../testing/bystanders/rows.ts'
import { type Cast, things } from '../../testing/bystanders/things.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { aMeeting } from '../../testing/domain/meetings.ts'
import { mailServer, nothingWaits } from '../../testing/mail.ts'
import { decide } from '../../testing/moderation.ts'
import { aPhoto } from '../../testing/places.ts'
import { pushService } from '../../testing/push.ts'
import { type Father, password, world } from '../../testing/world.ts'

/** Everything that can be done with the accounts of these fathers; afterwards they are gone. */
function deeds({ db, host, guest, waiter, stranger, moderator }: Cast): Deed[] {
  const decideOn = async (father: Father, ...decisions: [Decision, (7 | null)?][]) => {
    const { id } = await stranger.call(sendReport, {
      body: { targetType: 'user', targetId: father.id, reason: 'spam' },
    })
    for (const [decision, days] of decisions) await decide(moderator, id, decision, days)
  }
  const to = `${guest.username}@papadag.test`
  const child = { name: 'Mees', age: 4 }
  return [
    ['edit', () => guest.call(editProfile, { body: { firstName: 'Anders', city: 'Zwolle', childrenInfo: [child] } })],
    [
      'settings',
      () => guest.call(editSettings, { body: { town: 'Zwolle', papaDays: ['wed-am'], readReceipts: false } }),
    ],
    ['picture', async () => guest.call(uploadProfilePicture, { file: await aPhoto() })],
    ['picture again', async () => guest.call(uploadProfilePicture, { file: await aPhoto('#ff0000') })],
    ['advice', () => guest.call(safeMeetingSeen)],
    ['read all', () => guest.call(readNotifications)],
    [
      'import',
      () =>
        guest.call(importAccount, {
          body: {
            ...{ format: 'papadag-export', version: 1, favoritePlaces: [], reviews: [] },
            account: { bio: 'Bouwt hutten.', childrenInfo: [{ name: 'Saar', birthMonth: '2022-01' }] },
          },
        }),
    ],
    ['ask for a password', () => guest.call(askPasswordReset, { body: { email: to } })],
    [
      'confirm',
      async () =>
        guest.call(confirmEmail, { params: { token: await issueToken(db, 'confirm', { id: guest.id, to }) } }),
    ],
    [
      'change the password',
      () =>
        guest.call(changePassword, {
          body: { currentPassword: password, newPassword: 'speelkwartier', endCalendarFeeds: true },
        }),
    ],
    ['log out', () => guest.call(logOut)],
    [
      'reset',
      async () =>
        guest.call(resetPassword, {
          params: { token: await issueToken(db, 'reset', { id: guest.id, to }) },
          body: { newPassword: password },
        }),
    ],
    ['log in', () => guest.call(logIn, { body: { username: guest.username, password } })],
    ['take back', () => guest.call(answerKnown, { body: { userId: host.id, yes: false } })],
    ['block', () => guest.call(block, { params: { id: host.id } })],
    ['unblock', () => guest.call(unblock, { params: { id: host.id } })],
    ['block a guest', () => host.call(block, { params: { id: guest.id } })],
    [
      'dismiss a request',
      async () => {
        const chat = await chatOf(stranger, guest)
        await stranger.call(sendMessage, { params: { id: chat }, body: { content: 'hoi' } })
        await guest.call(answerRequest, { params: { id: chat }, body: { accept: false } })
      },
    ],
    ['hide and show', () => decideOn(waiter, ['hide'], ['restore'])],
    ['suspend and free', () => decideOn(waiter, ['suspend', 7], ['restore'])],
    ['warn', () => decideOn(waiter, ['warn'])],
    ['suspend a host', () => decideOn(host, ['suspend', null])],
    ['delete', () => guest.call(deleteAccount, { body: { password } })],
    ['log in again', () => waiter.call(logIn, { body: { username: waiter.username, password } })],
    ['delete another', () => waiter.call(deleteAccount, { body: { password } })],
  ]
}

test.each([
  ['later', 0],
  ['earlier', 1],
])('whatever happens to some accounts changes nothing for fathers who registered %s', async (_, subject) => {
  const service = await pushService()
  const { env } = await mailServer()
  const opened = await world({ fathers: 9, env: { ...env, ...service.env, PUBLIC_URL: 'http://localhost' } })
  const { db, host, server } = opened
  const [guest, waiter, other, guestOfOther, waiterOfOther, stranger, moderator, nuisance] = opened.fathers
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const shared = { db, service, stranger, moderator }
  const casts = [
    { ...shared, host, guest, waiter },
    { ...shared, host: other, guest: guestOfOther, waiter: waiterOfOther },
  ] as const
  const made = [
    await things(casts[0], { name: 'Appel', friend: guest, every: 'week' }),
    await things(casts[1], { name: 'Peer', friend: guestOfOther, every: 'twoWeeks' }),
  ] as const
  for (const { host, guest } of casts) {
    await guest.call(editProfile, { body: { childrenInfo: [{ name: 'Jip', age: 3 }], bio: 'Knutselt.' } })
    await guest.call(editSettings, { body: { town: 'Utrecht', papaDays: ['fri-pm'] } })
    await guest.call(uploadProfilePicture, { file: await aPhoto() })
    await guest.call(block, { params: { id: nuisance.id } })
    await guest.call(sendReport, { body: { targetType: 'user', targetId: nuisance.id, reason: 'spam' } })
    await acquainted(host, stranger)
    await aMeeting(db, [host, guest], { daysAgo: 1 })
    await guest.call(answerKnown, { body: { userId: host.id, yes: true } })
    await server.sessions.start(guest.id, { userAgent: 'elders' })
    await issueToken(db, 'reset', { id: guest.id, to: 'x@papadag.test' })
  }
  await nothingWaits(db)
  const [cast, bystanders] = subject === 0 ? casts : [casts[1], casts[0]]
  const theirs = subject === 0 ? made[1] : made[0]
  const ids = [bystanders.host.id, bystanders.guest.id, bystanders.waiter.id]
  const state = async () => [await rowsOf(db, theirs), await accountsOf(db, ids)]
  const [before, reads] = [await state(), await readsOf(bystanders, theirs)]
  await doAll(deeds(cast), async () => expect(await state()).toEqual(before))
  expect(await readsOf(bystanders, theirs)).toEqual(reads)
})
