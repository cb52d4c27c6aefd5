import { methodAndPath, type Route } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { everyCall, send } from '../../testing/examples.ts'
import { connect } from '../../testing/socket.ts'
import { signInAgain } from '../../testing/world.ts'

/** The calls a hidden member may still make: leave, object, delete, and secure his account. */
const mayDo = [
  'DELETE /api/places/:id/favorite',
  'DELETE /api/places/:id/reviews',
  'DELETE /api/playdates/:id',
  'DELETE /api/polls/:id',
  'DELETE /api/playdates/:id/invites',
  'DELETE /api/playdates/:id/join',
  'DELETE /api/circles/:id/members/:userId',
  'DELETE /api/places/:id/facts/:key',
  'DELETE /api/playdates/:id/wait',
  'DELETE /api/playdates/:id/parent-links',
  'DELETE /api/push-subscriptions/:id',
  'DELETE /api/series/:id/standing',
  'DELETE /api/users/me',
  'DELETE /api/users/me/calendar-feeds/:id',
  'DELETE /api/users/me/sessions/:id',
  'DELETE /api/users/me/devices',
  'DELETE /api/users/me/devices/:id',
  'POST /api/auth/handover',
  'POST /api/auth/recovery',
  'POST /api/users/me/recovery-codes',
  'PUT /api/users/me/handover',
  'POST /api/email-confirmations/:token',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/auth/codes',
  'POST /api/auth/codes/enter',
  'POST /api/auth/passkeys',
  'POST /api/users/me/passkeys',
  'PATCH /api/users/me/passkeys/:id',
  'DELETE /api/users/me/passkeys/:id',
  'POST /api/notifications/:id/read',
  'POST /api/notifications/read',
  'POST /api/password-resets',
  'POST /api/password-resets/:token',
  'POST /api/push/receipts',
  'POST /api/reports',
  'POST /api/users/me/email-confirmation',
  'POST /api/users/me/password',
  'PUT /api/users/me/safe-meeting',
]

test('a member hidden by moderators can make only the changes on the list', async () => {
  const { db, host, routes, exampleOf } = await everyCall()
  await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
  const changing = routes.filter(({ at }) => !at.startsWith('GET '))
  const refused = changing.filter(({ at }) => !mayDo.includes(at))
  expect(refused.length).toBeGreaterThan(20)
  for (const route of refused) {
    const response = await send(host, route, exampleOf(route))
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    expect([route.at, response.status, code]).toEqual([route.at, 403, 'user.stopped'])
  }
  expect(await db.count(sql`from idempotency_keys`)).toBe(0)
})

/** Calls that change or end the ways in of the caller: those first that others make impossible. */
const changesWaysIn = [
  'POST /api/auth/codes/enter',
  'POST /api/auth/codes',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/auth/handover',
  'POST /api/users/me/recovery-codes',
  'DELETE /api/users/me/sessions/:id',
  'DELETE /api/users/me/devices',
  'DELETE /api/users/me',
]
/** Calls that end other ways in. */
const needsOwnWorld = ['POST /api/auth/recovery', 'POST /api/users/me/password', 'POST /api/password-resets/:token']

test('a hidden member can leave playdates, object, delete his data and secure his account', async () => {
  const shared = await everyCall()
  const turn = ({ at }: Route) => changesWaysIn.indexOf(at)
  const allowed = shared.routes.filter(({ at }) => mayDo.includes(at))
  for (const route of allowed.toSorted((one, other) => turn(one) - turn(other))) {
    const { db, host, server, exampleOf } = needsOwnWorld.includes(route.at) ? await everyCall() : shared
    await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
    if (turn(route) >= 0) await signInAgain(server, host)
    // He may leave a circle, and remove nobody else from it.
    const himself = route.at === 'DELETE /api/circles/:id/members/:userId' && { userId: String(host.id) }
    const { params, ...given } = exampleOf(route)
    const response = await send(host, route, { ...given, params: { ...params, ...himself } })
    expect([route.at, response.status, response.ok]).toEqual([route.at, response.status, true])
  }
}, 600_000)

test('a hidden member can read everything, his export and chats included, but cannot send messages', async () => {
  const { db, host, routes, exampleOf } = await everyCall()
  await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
  for (const route of routes.filter(({ at, answers }) => at.startsWith('GET ') && answers !== 'picture')) {
    // Whoever is hidden keeps no circle.
    if (route.at === 'GET /api/weather' || route.at === 'GET /api/circles/:id/code') continue
    const response = await send(host, route, exampleOf(route))
    expect([methodAndPath(route.at).path, response.status]).toEqual([methodAndPath(route.at).path, 200])
  }
  const chatId = exampleOf({ at: 'GET /api/chats/:id' } as never).params as { id: number }
  const screen = await connect(host)
  screen.send({ type: 'get_messages', chatId: chatId.id })
  await screen.frame('initial_messages')
  screen.send({ type: 'send_message', chatId: chatId.id, content: 'psst' })
  expect(await screen.frame('error')).toMatchObject({ code: 'user.stopped' })
})
