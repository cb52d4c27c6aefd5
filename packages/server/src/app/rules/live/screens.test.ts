import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { methodAndPath } from '@papadag/contract/route'
import { block, deleteAccount, unblock } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { everyCall, send } from '../../../testing/examples.ts'
import { beforeWrites, sentInstead } from '../../../testing/rules/before-writes.ts'
import { notedTables } from '../../../testing/rules/noted-tables.ts'
import { addressesOf, type ReadFrom, screensOf } from '../../../testing/rules/screens.ts'

const notScreens = [
  /\/(health|docs|env|push-key|ws-token|pictures|operations|auth\/codes|passkeys\/options)\b/,
  /\/weather\b/,
  /moderation\/reports/,
  /\.ics\b/,
  /\/export$/,
]
const isUnblocking = ({ at }: { at: string }) => at === 'DELETE /api/users/:id/block'
// After these the screens of this world would be another's or closed. The other screens of his account hear of them, as
// features/devices/told.test.ts shows; who logs in without being remembered, or with a code of his paper, is in the lists
// that open next.
const endsTheSession = /login|logout|register|password|api.auth|DELETE .api.users.me(.devices)?$/

interface Allowed {
  write?: RegExp
  viewer?: RegExp
  path: RegExp
  why: string
}

/** What a screen may be notified of although nothing on it has changed. */
const toldInVain: readonly Allowed[] = [
  { viewer: /^host$/, path: /./, why: 'his own write: his other tabs read again whatever it may have changed' },
  {
    path: /^\/api\/(places(\/nearby|\/search|\/similar)?\?|places\/count|map\/|playdates\/(upcoming|at-place))/,
    why: 'something of its kind has changed in its area (safety S50)',
  },
  {
    write: /playdates|series|states|invites/,
    viewer: /other|guest|regular/,
    path: /^\/api\/chats/,
    why: 'the chats of whoever is on a playdate or in a series show its title, time and members',
  },
  {
    write: /circles/,
    viewer: /^other$/,
    path: /^\/api\/(circles|chats|today)/,
    why: 'whoever is in a circle, or asked, reads his circles and chats again; nobody else is told',
  },
  {
    write: /series|playdates|states/,
    path: /^\/api\/today$/,
    why: 'a playdate in its area has changed, and may have room (safety S50)',
  },
  {
    viewer: /stranger/,
    path: /^\/api\/today$/,
    why: 'it reaches beyond its area, so it hears of a playdate in its turn, which may be that of a later write',
  },
  { write: /DELETE .api.users.:id.block/, viewer: /reporter/, path: /./, why: 'he may see again what shows the other' },
  {
    write: /confirm/,
    viewer: /other/,
    path: /^\/api\/(playdates\/(past|cancelled)|users\/me\/playdates|series)/,
    why: 'whoever is on a playdate reads his lists again with it, though only the playdate shows who has confirmed',
  },
  { write: /moderation.places/, path: /^\/api\/places\/\d+/, why: 'who may edit a place differs by reader' },
  {
    write: /PATCH .api.users.me|profile-image|users.me.import/,
    viewer: /other|stranger|guest|regular/,
    path: /./,
    why: 'it shows the father who has changed, though not what he changed',
  },
]

/** What a screen is not notified of at once. */
const toldLater: readonly Allowed[] = [
  { path: /places\/question/, why: 'a question is read when a screen opens' },
  { path: /\/shared$/, why: 'what two fathers share is read when a profile opens' },
  { path: /\/upcoming\/count/, why: 'it counts what lies further away too; the slow round tells it' },
  { path: /\/users\/(featured|suggested|matches)/, why: 'its order concerns all members; the slow round tells it' },
  { write: /PATCH .api.users.me$/, path: /\/users\?q=/, why: 'the slow round tells a search whom it finds now' },
  {
    write: /POST .api.chats$/,
    viewer: /stranger/,
    path: /chats$/,
    why: 'an empty chat appears with its first message',
  },
  { write: /POST .api.chats.:id.messages/, path: /chats|unread/, why: 'messages arrive as frames of their own' },
  {
    write: /PATCH .api.users.me$|profile-image|users.me.import|leaves/,
    path: /\/(playdates\/past|users\/me\/(playdates|safe-meeting))$/,
    why: 'who was on a playdate long ago is that of its last read',
  },
  {
    write: /leaves/,
    path: /^\/api\/users\/\d+$/,
    why: 'how many playdates somebody has had, and whether he is known, is that of its last read',
  },
  { path: /push-subscriptions/, why: 'when a device was last reached changes after the answer' },
  {
    write: /PATCH .api.users.me|profile-image|users.me.import/,
    path: /\/api\/(polls|notifications)/,
    why: 'a name in a list of polls or notices is that of its last read',
  },
  {
    write: /PATCH .api.users.me$|profile-image|users.me.import/,
    viewer: /other/,
    path: /^\/api\/playdates\/\d+$/,
    why: 'a name among those whom he has asked along is that of its last read',
  },
  {
    write: /DELETE .api.users.:id.block/,
    viewer: /reporter/,
    path: /./,
    why: 'who was blocked is told neither of a block nor of its end (safety S32)',
  },
]

/** Writes that change nothing that a screen shows. */
const changesNothing = new Set([
  // They send a mail, or keep or preview something until the next call.
  'POST /api/users/me/email-confirmation',
  'POST /api/upload/profile-image',
  'POST /api/users/me/import/preview',
  'POST /api/push-subscriptions/:id/test',
  'POST /api/push/receipts',
  // Only the browser that it lets in changes something (features/devices/told.test.ts).
  'PUT /api/users/me/handover',
  // He has met others, and has seen his notices as soon as his screens are open.
  'PUT /api/users/me/safe-meeting',
  'POST /api/notifications/:id/read',
])

const isAllowed = (list: readonly Allowed[], one: { write: string; viewer: string; path: string }) =>
  list.some(
    ({ write, viewer, path }) =>
      (write?.test(one.write) ?? true) && (viewer?.test(one.viewer) ?? true) && path.test(one.path),
  )

/** Reads that are notified together: those about one thing, and a father's own lists of one kind. */
function groupOf(path: string): string {
  if (/\/(past|cancelled|upcoming.*|me\/playdates)$|^\/api\/series/.test(path)) return 'own playdates'
  return /^\/api\/(polls|notifications|proposals)|^\/api\/\w+\/\d+/.exec(path)?.[0] ?? path
}

/** The lists from which the questions, the next date and the numbers of the first screen come. */
const ofToday = /^\/api\/(playdates|users\/me\/playdates|series|polls|proposals|notifications|chats)\b/

const WithId = z.object({ id: z.number() })

/**
 * The same world with a guest of the host, and one who waits for his playdate and comes to each of his series: the
 * screens of everybody, with what they show.
 */
async function openScreens() {
  const bus = createLocalBus()
  const tables = await notedTables(await testDb())
  const all = await everyCall({ openBus: () => bus, db: tables.db })
  const { db, host, other, stranger, reporter, exampleOf, routes, newFather } = all
  const readFrom: ReadFrom = new Map()
  const writes = routes.filter(({ at }) => methodAndPath(at).method !== 'GET' && !endsTheSession.test(at))
  const guest = await newFather()
  for (const route of writes.filter(({ at }) =>
    ['PUT /api/playdates/:id', 'POST /api/playdates/:id/join'].includes(at),
  ))
    await guest.call(joinPlaydate, { params: WithId.parse(exampleOf(route).params), body: {} })
  const idOf = (at: string) => {
    const route = routes.find(one => one.at === at)
    return WithId.parse(route && exampleOf(route).params).id
  }
  const regular = await newFather()
  const full = { id: idOf('PUT /api/playdates/:id') }
  await db.run(sql`update playdates set max_participants = (
    select sum(1 + children) from participants where playdate_id = ${full.id}) where id = ${full.id}`)
  await regular.call(waitForPlaydate, { params: full, body: {} })
  await regular.call(takeStanding, { params: { id: idOf('PUT /api/series/:id/pause') }, body: {} })
  const addresses = addressesOf(routes, exampleOf).filter(path => !notScreens.some(one => one.test(path)))
  await tables.changed()
  const screens = []
  for (const [name, father] of Object.entries({ host, other, stranger, reporter, guest, regular })) {
    const own = addresses.filter(path => father === host || !path.startsWith('/api/moderation'))
    const screen = await screensOf(father, own, bus, tables, readFrom)
    // Reading the bell marks its notices as seen, so what is shown settles at the second reading.
    await screen.read()
    screens.push({ ...screen, name, shown: await screen.read() })
  }
  for (const { told } of screens) await told()
  // Unblocking comes last, since it changes what one of the viewers may see.
  return {
    db,
    host,
    screens,
    changed: tables.changed,
    exampleOf,
    guest,
    newFather,
    idOf,
    writes: writes.sort((a, b) => Number(isUnblocking(a)) - Number(isUnblocking(b))),
  }
}

type Screen = Awaited<ReturnType<typeof openScreens>>['screens'][number]

/**
 * Reads everything again; returns how many replies have changed, and which changes were not announced, or announced for
 * nothing.
 */
async function compare(screen: Screen, write: string, tables: ReadonlySet<string>) {
  const { name, read, told, shown: before } = screen
  screen.shown = await read(tables)
  const heard = await told()
  const changed = [...screen.shown.keys()].filter(path => screen.shown.get(path) !== before.get(path))
  const groups = new Set(changed.map(groupOf))
  const isTold = (path: string) =>
    groups.has(groupOf(path)) || (path === '/api/today' && changed.some(one => ofToday.test(one)))
  const stale = changed.filter(path => !heard.has(path) && !isAllowed(toldLater, { write, viewer: name, path }))
  const vain = [...heard].filter(path => !isTold(path) && !isAllowed(toldInVain, { write, viewer: name, path }))
  return {
    changes: changed.length,
    stale: stale.map(path => `${write}: ${name} is not told of ${path}`),
    vain: vain.map(path => `${write}: ${name} is told of ${path}`),
  }
}

/** What is sent in the background may change replies a moment later; a row that is being sent has been tried. */
const nothingIsDue = (db: Db) =>
  vi.waitFor(
    async () =>
      expect(await db.count(sql`from outbox where due_at <= now() + interval '1 minute' or attempts > 0`)).toBe(0),
    60_000,
  )

test('after each write, every screen whose reply has changed hears of it, and no other does', {
  timeout: 1_500_000,
}, async () => {
  const opened = await openScreens()
  const { db, host, screens, changed, exampleOf, writes } = opened
  const settle = async () => {
    await nothingIsDue(db)
    const tables = await changed()
    for (const screen of screens) {
      screen.shown = await screen.read(tables)
      await screen.told()
    }
  }
  const wrong: string[] = []
  for (const route of writes) {
    await beforeWrites[route.at]?.(opened)
    const given = (await sentInstead[route.at]?.(opened)) ?? exampleOf(route)
    if (route.at in beforeWrites || route.at in sentInstead) await settle()
    await send(host, route, given)
    await nothingIsDue(db)
    const tables = await changed()
    let changes = 0
    for (const screen of screens) {
      const compared = await compare(screen, route.at, tables)
      changes += compared.changes
      wrong.push(...compared.stale, ...compared.vain)
    }
    if (changes === 0 && !changesNothing.has(route.at)) wrong.push(`${route.at}: nothing has changed for anybody`)
  }
  expect(wrong).toEqual([])
})

test('when members block each other or leave for good, every screen whose reply has changed hears of it', async () => {
  const { db, screens, changed } = await openScreens()
  const [host, other, reporter, guest] = ['host', 'other', 'reporter', 'guest'].map(name =>
    screens.find(screen => screen.name === name),
  )
  if (!host || !other || !reporter || !guest) throw new Error('a viewer without a screen')
  const leaves = (one: Screen) => ({ what: `${one.name} leaves`, who: one, act: () => one.father.call(deleteAccount) })
  const { id } = guest.father
  const steps = [
    { what: 'the host blocks', act: () => host.father.call(block, { params: { id } }) },
    { what: 'the host unblocks', act: () => host.father.call(unblock, { params: { id } }) },
    ...[other, reporter, host].map(leaves),
  ]
  const watching = new Set<Screen>(screens)
  const stale: string[] = []
  for (const step of steps) {
    await step.act()
    await nothingIsDue(db)
    if ('who' in step) watching.delete(step.who)
    const tables = await changed()
    for (const screen of watching) stale.push(...(await compare(screen, step.what, tables)).stale)
  }
  expect(stale).toEqual([])
})
