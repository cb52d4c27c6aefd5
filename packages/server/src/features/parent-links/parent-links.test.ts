import { languages } from '@papadag/contract/limits'
import { makeParentLink, parentLinks, removeParentLink, setParentLinks } from '@papadag/contract/parent-links'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { block, deleteAccount, unblock } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Client } from '../../testing/client.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, type Father, password, world } from '../../testing/world.ts'

const home = {
  title: 'merk-title',
  description: 'merk-description',
  location: 'Kerkstraat 5',
  locationVisibility: 'participants',
  area: 'De Pijp',
} as const

/** A playdate of the host with a guest who has a link for the other parent. */
async function linked(differences: Parameters<typeof aPlaydate>[0] = {}) {
  const all = await world({ fathers: 2 })
  const { host, father: guest, other: stranger } = all
  const playdate = await host.call(createPlaydate, { body: aPlaydate({ title: 'merk-title', ...differences }) })
  const params = { id: playdate.id }
  await guest.call(joinPlaydate, { params, body: { children: 1 } })
  const { url } = await guest.call(makeParentLink, { params })
  return { ...all, guest, stranger, playdate, params, url, path: new URL(url).pathname }
}

const opened = async (client: Client, path: string) => {
  const response = await client.fetch('GET', path, { headers: { 'accept-language': 'nl' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** What the page says, without tags. */
const words = ({ text }: { text: string }) =>
  (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

const finish = (db: Db, id: number, ago: string) =>
  db.run(
    sql`update playdates set start_time = now() - interval '4 hours', end_time = now() - ${ago}::interval where id = ${id}`,
  )

test('the other parent sees where and when, whose playdate it is, and that dad is coming', async () => {
  const { visitor, path } = await linked({ location: 'Westerpark, Amsterdam' })
  const page = await opened(visitor, path)
  expect(page.status).toBe(200)
  const said = words(page)
  for (const shown of ['Een speelafspraak van Vader 1', 'Westerpark, Amsterdam', 'Papa gaat mee.'])
    expect(said).toContain(shown)
  // Late in the evening it ends on the next day, which the page names.
  expect(said).toMatch(/\d\d:\d\d – (\w\w \d+ \w+ )?\d\d:\d\d/)
  // Neither the title nor anybody else.
  for (const kept of ['merk-', 'Laarzen', 'Vader 2', 'Tester']) expect(page.text).not.toContain(kept)
})

test.each([
  ['a place', true, {}, true],
  ['an address that somebody typed', false, {}, false],
  ['a home', true, home, false],
])(
  'the other parent’s page offers directions only to a place on the map (%s)',
  async (_, isPlace, differences, isOffered) => {
    const all = await linked(differences)
    if (isPlace) {
      const place = await aPlayground(all.host, { latitude: 52.09, longitude: 5.12 })
      await all.host.call(editPlaydate, { params: all.params, body: { ...all.playdate, placeId: place.id } })
    }
    const route = 'https://www.openstreetmap.org/directions?to=52.09%2C5.12'
    expect((await opened(all.visitor, all.path)).text.includes(route)).toBe(isOffered)
    await all.host.call(deletePlaydate, { params: all.params, body: {} })
    expect((await opened(all.visitor, all.path)).text).not.toContain(route)
  },
)

test('the page is not indexed or cached, and has no preview picture', async () => {
  const { visitor, host, path } = await linked()
  for (const client of [visitor, host]) {
    const { headers, text } = await opened(client, path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).not.toMatch(/og:|twitter:|<script type="module"|\son\w+=|\sstyle="/)
    // Members get the same page, since it is not meant for them.
    expect(text).toContain('Papa gaat mee.')
  }
})

test('the other parent can read the page in five languages', async () => {
  const { visitor, path } = await linked()
  const all = await Promise.all(
    languages.map(async language => words(await opened(visitor, `${path}?language=${language}`))),
  )
  expect(new Set(all).size).toBe(languages.length)
  for (const said of all) expect(said).not.toMatch(/[{}]|undefined/)
})

test('the other parent sees only the neighbourhood of a home, unless the host allows more', async () => {
  const { visitor, host, guest, params, path } = await linked(home)
  const before = await opened(visitor, path)
  expect(words(before)).toContain('In de buurt van De Pijp')
  expect(before.text).not.toContain('Kerkstraat')
  expect(await host.call(parentLinks, { params })).toEqual({ url: null, count: 1, showsAddress: false })
  await expect(guest.call(setParentLinks, { params, body: { showsAddress: true } })).rejects.toMatchObject({
    status: 403,
    code: 'playdate.notYours',
  })
  await host.call(setParentLinks, { params, body: { showsAddress: true } })
  expect(await host.call(parentLinks, { params })).toMatchObject({ showsAddress: true })
  expect(words(await opened(visitor, path))).toContain('Kerkstraat 5')
  await host.call(setParentLinks, { params, body: { showsAddress: false } })
  expect((await opened(visitor, path)).text).not.toContain('Kerkstraat')
})

test('for a home without a neighbourhood nothing says where it is, and the host’s own link follows his switch too', async () => {
  const { visitor, host, params, path } = await linked({ ...home, area: null })
  expect(words(await opened(visitor, path))).toContain('Bij iemand thuis. Vraag papa waar precies.')
  const own = await host.call(makeParentLink, { params })
  expect((await opened(visitor, new URL(own.url).pathname)).text).not.toContain('Kerkstraat')
})

test('the host’s switch applies to the home he set it at, and another address, or a home after a public place, starts hidden', async () => {
  const { visitor, host, params, path, playdate } = await linked(home)
  const { title, startTime, endTime, maxParticipants } = playdate
  const edit = (body: object) =>
    host.call(editPlaydate, { params, body: { ...home, title, startTime, endTime, maxParticipants, ...body } })
  await host.call(setParentLinks, { params, body: { showsAddress: true } })
  await edit({ title: 'Another title' })
  expect(words(await opened(visitor, path))).toContain('Kerkstraat 5')
  await edit({ location: 'Dorpsweg 9' })
  expect((await opened(visitor, path)).text).not.toContain('Dorpsweg')
  expect(await host.call(parentLinks, { params })).toMatchObject({ showsAddress: false })
  await edit({ locationVisibility: 'public' })
  await host.call(setParentLinks, { params, body: { showsAddress: true } })
  await edit({})
  expect((await opened(visitor, path)).text).not.toContain('Kerkstraat')
})

test('a member makes one link about himself, sees it and withdraws it, and the host sees how many there are', async () => {
  const { visitor, host, guest, stranger, params, url, path } = await linked()
  expect(new URL(url).pathname).toMatch(/^\/m\/[\w-]{27}$/)
  const again = await guest.call(makeParentLink, { params })
  expect(again.url).toBe(url)
  const [atGuest, atHost] = [await guest.call(parentLinks, { params }), await host.call(parentLinks, { params })]
  expect(atGuest).toEqual({ url })
  expect(atHost).toEqual({ url: null, count: 1, showsAddress: false })
  for (const route of [makeParentLink, parentLinks])
    await expect(stranger.call(route, { params })).rejects.toMatchObject({ status: 403, code: 'parentLink.notComing' })
  await stranger.call(removeParentLink, { params })
  await host.call(removeParentLink, { params })
  expect((await opened(visitor, path)).status).toBe(200)

  await guest.call(removeParentLink, { params })
  await guest.call(removeParentLink, { params })
  expect((await opened(visitor, path)).status).toBe(404)
  expect(await host.call(parentLinks, { params })).toMatchObject({ count: 0 })
  // Knowing the old link does not give the new one.
  const next = await guest.call(makeParentLink, { params })
  expect(next.url).not.toBe(url)
  expect((await opened(visitor, path)).status).toBe(404)
})

test('a member who asks for a link many times at once gets one link', async () => {
  const { guest, params, db } = await linked()
  await guest.call(removeParentLink, { params })
  const made = await Promise.all(Array.from({ length: 10 }, () => guest.call(makeParentLink, { params })))
  expect(new Set(made.map(({ url }) => url)).size).toBe(1)
  expect(await db.count(sql`from parent_links`)).toBe(1)
})

test('only the hash of a link’s token is stored', async () => {
  const { db, url } = await linked()
  const token = url.split('/').at(-1) ?? ''
  expect(await db.count(sql`from parent_links where to_jsonb(parent_links)::text like ${`%${token}%`}`)).toBe(0)
  expect(await db.count(sql`from parent_links where length(token_hash) = 32`)).toBe(1)
})

type All = Awaited<ReturnType<typeof linked>>

const endings: Record<string, (all: All) => Promise<unknown>> = {
  'he leaves': ({ guest, params }) => guest.call(leavePlaydate, { params, body: {} }),
  'the host blocks him': ({ host, guest }) => host.call(block, { params: { id: guest.id } }),
  'he blocks the host': ({ host, guest }) => guest.call(block, { params: { id: host.id } }),
  'he is hidden': ({ db, guest }) => db.run(sql`update users set hidden_at = now() where id = ${guest.id}`),
  'he is suspended': ({ db, guest }) =>
    db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${guest.id}`),
  'his account is deleted': ({ guest }) => guest.call(deleteAccount, { body: { password } }),
  'the host’s account is deleted': ({ host }) => host.call(deleteAccount, { body: { password } }),
}

test.each(Object.keys(endings))('when %s the link ends, and never works again', async ending => {
  const all = await linked()
  const { visitor, path, host, guest, params, db } = all
  expect((await opened(visitor, path)).status).toBe(200)
  await endings[ending]?.(all)
  const after = await opened(visitor, path)
  expect(after.status).toBe(404)
  expect(words(after)).toContain('Deze link werkt niet meer')
  expect(after.text).not.toContain('Vader')
  // What ended the link is undone.
  for (const father of [host, guest])
    await father.call(unblock, { params: { id: (father === host ? guest : host).id } }).catch(() => {})
  await db.run(sql`update users set hidden_at = null, suspended_until = null`)
  await guest.call(joinPlaydate, { params, body: {} }).catch(() => {})
  expect((await opened(visitor, path)).status).toBe(404)
})

test.each(['hidden_at', 'suspended_until', 'playdate hidden'])(
  'while the host or the playdate is hidden (%s), the other parent’s page is hidden too',
  async what => {
    const { db, host, visitor, path, params } = await linked()
    if (what === 'playdate hidden') await db.run(sql`update playdates set hidden_at = now() where id = ${params.id}`)
    else if (what === 'hidden_at') await db.run(sql`update users set hidden_at = now() where id = ${host.id}`)
    else await db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`)
    expect((await opened(visitor, path)).status).toBe(404)
  },
)

test('the other parent’s link ends two hours after the playdate', async () => {
  const { db, visitor, guest, path, params } = await linked()
  await finish(db, params.id, '1 hour 59 minutes')
  const page = await opened(visitor, path)
  expect(page.status).toBe(200)
  expect(words(page)).toContain('Het is afgelopen.')
  expect(words(page)).not.toContain('Papa gaat mee')
  await finish(db, params.id, '2 hours 1 second')
  expect((await opened(visitor, path)).status).toBe(404)
  await guest.call(removeParentLink, { params })
  await expect(guest.call(makeParentLink, { params })).rejects.toMatchObject({ status: 409, code: 'playdate.over' })
})

test('a block within two hours of the playdate ends the link too', async () => {
  const { db, visitor, host, guest, path, params } = await linked()
  await finish(db, params.id, '1 hour')
  expect((await opened(visitor, path)).status).toBe(200)
  await host.call(block, { params: { id: guest.id } })
  expect((await opened(visitor, path)).status).toBe(404)
})

test('the page follows the playdate when it is moved, cancelled and put back on', async () => {
  const { visitor, host, guest, playdate, params, path } = await linked()
  const moved = { ...playdate, location: 'Vondelpark', placeId: null }
  await host.call(editPlaydate, { params, body: moved })
  expect(words(await opened(visitor, path))).toContain('Vondelpark')
  await host.call(deletePlaydate, { params, body: {} })
  const off = words(await opened(visitor, path))
  expect(off).toContain('Deze speelafspraak gaat niet door')
  for (const gone of ['Vondelpark', 'Papa gaat mee']) expect(off).not.toContain(gone)
  await expect(guest.call(makeParentLink, { params })).rejects.toMatchObject({ code: 'playdate.cancelled' })
  await host.call(undoCancel, { params })
  expect(words(await opened(visitor, path))).toContain('Papa gaat mee.')
})

test('the page does not say that a regular is coming while he has not confirmed', async () => {
  const { db, visitor, guest, path } = await linked()
  await db.run(sql`update participants set is_confirmed = false where user_id = ${guest.id}`)
  expect(words(await opened(visitor, path))).toContain('Papa heeft nog niet gezegd of hij meegaat.')
})

test('names and places that members typed carry no links and no markup', async () => {
  const { db, visitor, host, path } = await linked({ location: '<b>Park</b> www.evil.example' })
  await db.run(sql`update users set first_name = 'www.evil.example' where id = ${host.id}`)
  const { text } = await opened(visitor, path)
  expect(text).not.toContain('evil')
  expect(text).not.toContain('<b>Park')
  expect(text).toContain('&lt;b&gt;Park')
})

test('an invented token never works, and an address can try only so many', async () => {
  const { visitor } = await linked()
  for (const path of [`/m/${'A'.repeat(27)}`, '/m/%00', `/m/${'x'.repeat(3000)}`, "/m/'", '/m/-']) {
    const { status } = await visitor.fetch('GET', path)
    expect([path, status]).toEqual([path, path.length > 1000 ? 414 : 404])
  }
  expect((await visitor.fetch('POST', `/m/${'A'.repeat(27)}`)).status).toBe(404)
})

test('a member can make only so many links', async () => {
  const { host } = await world({ env: { RATE_LIMIT: '0.1' } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const make = (father: Father) => father.call(makeParentLink, { params: { id } })
  for (let n = 0; n < 3; n += 1) await make(host)
  await expect(make(host)).rejects.toMatchObject({ status: 429 })
})
