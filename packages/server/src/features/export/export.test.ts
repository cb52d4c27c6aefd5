import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { editPlace, savePlace } from '@papadag/contract/places/places'
import { createPlaydate, deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { Export, exportAccount } from '@papadag/contract/users/export'
import { block } from '@papadag/contract/users/users'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted, age } from '../../testing/chat.ts'
import { aPhoto, aPlayground } from '../../testing/places.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'
import { jsonParts } from './json-parts.ts'

const exported = (father: Father) => father.call(exportAccount)

test('an export is a file named with its date, described in the user’s language', async () => {
  const { host } = await world()
  host.cookies.set('language', 'de')
  const response = await host.fetch('GET', '/api/users/me/export')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="papadag-export-\d{4}-\d{2}-\d{2}\.json"$/,
  )
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toMatchObject({
    format: 'papadag-export',
    version: 1,
    about: expect.stringContaining('über dich'),
    account: { username: host.username },
  })
})

test('an export contains both sides of each chat, as long as messages are kept', async () => {
  const { db, host, father: friend } = await world({ fathers: 1 })
  const chatId = await acquainted(host, friend)
  await age({ db }, chatId, 8)
  await db.run(sql`
    insert into messages (chat_id, seq, sender_id, content, sent_at)
    select ${chatId}, n, ${friend.id}, 'bericht ' || n, now() from generate_series(3, 1200) n`)
  await db.run(sql`update chats set last_seq = 1200 where id = ${chatId}`)
  const { chats } = await exported(host)
  expect(chats).toMatchObject([{ participants: [{ id: host.id }, { id: friend.id }] }])
  expect(chats[0]?.messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 1198 }, (_, n) => `bericht ${n + 3}`),
  )
})

test('an export lists the users he blocked, but not those who blocked him or what that hides', async () => {
  const { db, host, father: blocked, other: blocker } = await world({ fathers: 2 })
  const { id } = await blocker.call(createPlaydate, { body: aPlaydate({ title: 'Zonder jou' }) })
  await host.call(joinPlaydate, { params: { id }, body: { children: 2 } })
  await db.run(
    sql`insert into children (user_id, name, birth_month, position) values (${blocker.id}, 'Pim', '2020-01-01', 0)`,
  )
  await host.call(block, { params: { id: blocked.id } })
  await blocker.call(block, { params: { id: host.id } })
  const all = await exported(host)
  expect(all.blocks.map(person => person.id)).toEqual([blocked.id])
  // The export shows it as deleted, since the father was only told that it is cancelled.
  expect([all.playdates, all.participations]).toEqual([[], []])
  expect(all.notifications).toMatchObject([{ kind: 'playdate.cancelled', details: { title: 'Zonder jou' } }])
  expect(JSON.stringify({ ...all, notifications: [] })).not.toMatch(/Zonder jou|Pim/)
})

type Setup = Awaited<ReturnType<typeof withOneOfEach>>
const passed = (db: Setup['db'], id: number, days: number) =>
  db.run(sql`update playdates set start_time = start_time - make_interval(days => ${days}::int),
                    end_time = end_time - make_interval(days => ${days}::int) where id = ${id}`)

/** A playdate of the host's that the guest is on and another father waits for. */
async function withOneOfEach() {
  const { db, host, father: guest, other: waiter } = await world({ fathers: 2 })
  const playdate = await host.call(createPlaydate, { body: aPlaydate({ maxParticipants: 2 }) })
  const params = { id: playdate.id }
  await guest.call(joinPlaydate, { params, body: {} })
  await waiter.call(waitForPlaydate, { params, body: {} })
  return { db, host, guest, waiter, params, playdate }
}

const own = { playdates: 1, participations: 1, waits: 0 }
const waited = { playdates: 0, participations: 0, waits: 1 }
const nothing = { playdates: 0, participations: 0, waits: 0 }
const cancel = ({ host, params }: Setup) => host.call(deletePlaydate, { params, body: {} })

test.each<[string, (of: Setup) => Promise<unknown>, object, object, object]>([
  ['coming', async () => {}, own, own, waited],
  ['past', ({ db, params }) => passed(db, params.id, 3), own, own, waited],
  ['cancelled', cancel, own, own, waited],
  ['cancelled and past', async of => [await cancel(of), await passed(of.db, of.params.id, 3)], own, own, waited],
  [
    'moved into the past',
    ({ host, params, playdate: { startTime, endTime } }) => {
      const before = (time: string) => new Date(Date.parse(time) - 20 * 86_400_000).toISOString()
      return host.call(editPlaydate, {
        params,
        body: aPlaydate({ startTime: before(startTime), endTime: before(endTime), maxParticipants: 2 }),
      })
    },
    own,
    own,
    waited,
  ],
  [
    'hidden by a moderator',
    ({ db, params }) => db.run(sql`update playdates set hidden_at = now() where id = ${params.id}`),
    own,
    nothing,
    nothing,
  ],
  [
    'cancelled and hidden by a moderator',
    async of => [await cancel(of), await of.db.run(sql`update playdates set hidden_at = now()`)],
    own,
    nothing,
    nothing,
  ],
  [
    'of a hidden father',
    ({ db, host }) => db.run(sql`update users set hidden_at = now() where id = ${host.id}`),
    own,
    nothing,
    nothing,
  ],
])(
  'a playdate that is %s is in the exports of its creator, its participants and those waiting, unless it is hidden from them',
  async (_state, happen, ...expected) => {
    const setup = await withOneOfEach()
    await happen(setup)
    const found = []
    for (const father of [setup.host, setup.guest, setup.waiter]) {
      const { playdates, participations, waits } = await exported(father)
      found.push({ playdates: playdates.length, participations: participations.length, waits: waits.length })
    }
    expect(found).toEqual(expected)
  },
)

test('an export contains uploaded pictures', async () => {
  const { host } = await world()
  const { imageUrl } = await host.call(uploadProfilePicture, { file: await aPhoto() })
  const { pictures, account } = await exported(host)
  expect(account.profileImage).toBe(imageUrl)
  expect(pictures).toMatchObject([{ address: imageUrl, type: 'image/webp' }])
  expect(await sharp(Buffer.from(pictures[0]?.base64 ?? '', 'base64')).metadata()).toMatchObject({ format: 'webp' })
})

test('exports are audited and limited per hour', async () => {
  const { db, host } = await world({ env: { RATE_LIMIT: 'on' } })
  for (let time = 0; time < 5; time += 1) await exported(host)
  const response = await host.fetch('GET', '/api/users/me/export')
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await db.count(sql`from audit where event = 'account.exported' and user_id = ${host.id}`)).toBe(5)
})

test('an export contains no password and no session token', async () => {
  const { db, host } = await world()
  await db.run(sql`update users set password_hash = 'mark-of-a-hash' where id = ${host.id}`)
  const text = JSON.stringify(await exported(host))
  expect(text).not.toContain('mark-of-a-hash')
  expect(text).not.toContain(host.cookies.get('sid'))
  expect(text).not.toMatch(/hash|token/i)
})

test('a streamed export is the same JSON as a whole one, and is read no faster than it is sent', async () => {
  let read = 0
  async function* rows() {
    for (const row of [1, { a: [2] }, 'drie']) {
      read += 1
      yield row
    }
  }
  async function* none() {}
  const parts = jsonParts({ first: 'een', rows: rows(), nested: { none: none(), x: null } })
  let text = ''
  for (const _ of [1, 2, 3, 4, 5, 6]) text += (await parts.next()).value ?? ''
  expect(read).toBe(1)
  for await (const part of parts) text += part
  expect(JSON.parse(text)).toEqual({ first: 'een', rows: [1, { a: [2] }, 'drie'], nested: { none: [], x: null } })
})

test('an export matches the contract’s schema', async () => {
  const { host } = await world()
  const all = await exported(host)
  expect(Export.safeParse(all)).toMatchObject({ success: true, data: all })
})

test('a hidden place is named only in the export of its contributor', async () => {
  const { db, host, father: other } = await world({ fathers: 1 })
  const place = await aPlayground(host, { name: 'Bij mij thuis' })
  for (const father of [host, other]) await father.call(savePlace, { params: { id: place.id } })
  await other.call(editPlace, { params: { id: place.id }, form: { name: 'Iets anders' } })
  await db.run(sql`update places set hidden_at = now() where id = ${place.id}`)
  const [own, others] = [await exported(host), await exported(other)]
  expect(own.favoritePlaces).toMatchObject([{ placeId: place.id, placeName: 'Iets anders' }])
  expect(others.favoritePlaces).toMatchObject([{ placeId: place.id, placeName: null }])
  expect(JSON.stringify(others)).not.toContain('Bij mij thuis')
})

test('an export includes suspensions, inactivity warnings and when the safety note was read', async () => {
  const { db, host } = await world()
  const facts = {
    suspendedUntil: '2025-01-02T03:04:05.000Z',
    toldOfInactivityAt: '2025-02-03T04:05:06.000Z',
    safeMeetingSeenAt: '2025-03-04T05:06:07.000Z',
    mayNotStart: true,
  }
  await db.run(sql`
    update users set suspended_until = ${facts.suspendedUntil}, inactivity_told_at = ${facts.toldOfInactivityAt},
           safe_meeting_seen_at = ${facts.safeMeetingSeenAt}, may_not_start = true where id = ${host.id}`)
  expect((await exported(host)).account).toMatchObject(facts)
})
