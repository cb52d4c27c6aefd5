import { logIn, logOut, register } from '@papadag/contract/auth'
import { createPlaydate, deletePlaydate } from '@papadag/contract/playdates/playdates'
import { exportAccount } from '@papadag/contract/users/export'
import { block, changePassword, deleteAccount, editProfile, endSession, sessions } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { openSocket } from '../../testing/socket.ts'
import { aPlaydate, password, world } from '../../testing/world.ts'

const Line = z.object({ event: z.string(), userId: z.nullable(z.number()) })

/** The events of the audit trail, oldest first. */
function trail(db: Db) {
  return db.many(Line, sql`select event, user_id as "userId" from audit order by id`)
}

test('the audit trail records the life of an account (safety S46)', async () => {
  const { db, visitor, father } = await world({ fathers: 1 })
  const credentials = { username: 'levensloop', password }
  const { id } = await visitor.call(register, {
    body: { ...credentials, email: 'levensloop@papadag.test', firstName: 'Levens', lastName: 'Loop' },
  })
  const body = { currentPassword: 'niet dit', newPassword: 'modder en regen' }
  await expect(visitor.call(logIn, { body: { ...credentials, password: 'niet dit' } })).rejects.toThrow()
  await visitor.call(logIn, { body: credentials })
  const [session] = await visitor.call(sessions)
  await visitor.call(editProfile, { body: { email: 'anders@papadag.test' } })
  await visitor.call(changePassword, { body: { ...body, currentPassword: password } })
  await visitor.call(block, { params: { id: father.id } })
  await visitor.call(exportAccount)
  await visitor.call(logOut)
  await visitor.call(logIn, { body: { ...credentials, password: body.newPassword } })
  const [own] = await visitor.call(sessions)
  expect(own?.id).not.toBe(session?.id)
  await visitor.call(endSession, { params: { id: own?.id ?? 0 } })
  await visitor.call(logIn, { body: { ...credentials, password: body.newPassword } })
  await visitor.call(deleteAccount)
  expect(await trail(db)).toEqual(
    [
      'account.registered',
      'session.refused',
      'session.started',
      'account.emailChanged',
      'account.passwordChanged',
      'user.blocked',
      'account.exported',
      'session.ended',
      'session.started',
      'session.ended',
      'session.started',
      'account.deleted',
    ].map(event => ({ event, userId: id })),
  )
})

test('the audit trail records forbidden and cross-site requests', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await expect(father.call(deletePlaydate, { params: { id } })).rejects.toMatchObject({ status: 403 })
  await father.fetch('POST', '/api/logout', { headers: { 'x-xsrf-token': 'verzonnen' } })
  await openSocket(father, { origin: 'https://evil.example' }).closed()
  // Refusals are written at the same time as the answer, in any order.
  const sorted = async () =>
    (await trail(db)).sort((a, b) => a.event.localeCompare(b.event) || (a.userId ?? 0) - (b.userId ?? 0))
  await vi.waitFor(async () =>
    expect(await sorted()).toEqual([
      { event: 'request.crossSite', userId: null },
      { event: 'request.crossSite', userId: father.id },
      { event: 'request.forbidden', userId: father.id },
    ]),
  )
})
