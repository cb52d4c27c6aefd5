import { languages } from '@papadag/contract/limits'
import { createPlaydate, deletePlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { townAt } from '../../../domain/position/towns.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'
import { readTown } from './town-view.ts'

const utrecht = townAt('Utrecht') ?? { latitude: 0, longitude: 0 }

interface Placed {
  name: string
  type?: 'playground' | 'restaurant'
  north?: number
  status?: 'new' | 'confirmed'
  address?: string | null
  namedAfter?: string | null
  isHidden?: boolean
}

/** A place this many degrees north of Utrecht's centre; returns its id. */
async function place(db: Db, { name, type = 'playground', north = 0.001, status = 'confirmed', ...rest }: Placed) {
  const { address = null, namedAfter = null, isHidden = false } = rest
  await db.run(sql`
    insert into places (type, name, named_after, description, address, latitude, longitude, features, status, source, hidden_at)
    values (${type}, ${name}, ${namedAfter}::text, 'merk-description', ${address}::text, ${utrecht.latitude + north}::float8,
            ${utrecht.longitude}::float8, ${type === 'playground' ? ['sandbox'] : ['highChairs']}::text[], ${status}, 'osm',
            case when ${isHidden} then now() end)`)
  return db.count(sql`from places`)
}

const html = async ({ visitor }: { visitor: { fetch: Father['fetch'] } }, path = '/kijk/utrecht', init = {}) => {
  const response = await visitor.fetch('GET', path, init)
  return { response, text: await response.text() }
}

/** What the page says, without tags. */
const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a visitor sees a town’s places, the nearest first, and nothing that only members may see', async () => {
  const here = await world({ fathers: 1 })
  const { db, father } = here
  await place(db, { name: 'Verre Zandbak', north: 0.03 })
  await place(db, { name: 'Nabije Schommel', address: 'Domplein 1, Utrecht' })
  await place(db, { name: 'Pannenkoekenboot', type: 'restaurant' })
  await place(db, { name: 'Buiten Bereik', north: 0.08 })
  await place(db, { name: 'Ongezien', isHidden: true })
  await place(db, { name: 'Net Getypt', status: 'new' })
  await place(db, { name: '', namedAfter: 'Kerkstraat' })
  await place(db, { name: 'Kom naar www.evil.example' })
  await db.run(sql`
    insert into place_reviews (place_id, user_id, rating, text) values (2, ${father.id}, 5, 'merk-review')`)
  const { response, text } = await html(here)
  expect(response.status).toBe(200)
  const said = words(text)
  expect(said).toContain('Met je kinderen op pad in Utrecht')
  expect(said.indexOf('Nabije Schommel')).toBeLessThan(said.indexOf('Verre Zandbak'))
  for (const shown of [
    'Pannenkoekenboot',
    'Domplein 1, Utrecht',
    'zandbak',
    'kinderstoelen',
    'Speeltuin Kerkstraat',
    '100 m van het midden',
  ])
    expect(said).toContain(shown)
  for (const kept of ['Buiten Bereik', 'Ongezien', 'Net Getypt', 'evil', 'merk-', father.username, 'Vader'])
    expect(said).not.toContain(kept)
  // Nothing loads from other servers, and nothing needs a script.
  expect(text).not.toMatch(/(?:src|xlink:href)="https?:/)
  expect(text).not.toContain('<script type="module"')
  expect(text).not.toMatch(/\son\w+=|\sstyle="/)
})

/** A playdate in the middle of Utrecht, planned the day before. */
async function plan(father: Father, db: Db, placeId: number, changes: Partial<ReturnType<typeof aPlaydate>> = {}) {
  const { id } = await father.call(createPlaydate, {
    body: aPlaydate({ title: 'merk-title', description: 'merk-words', location: 'merk-street', placeId, ...changes }),
  })
  await db.run(sql`update playdates set created_at = now() - interval '1 day', start_time = now() + interval '1 day',
                          end_time = now() + interval '25 hours' where id = ${id}`)
  return id
}

test('the number of planned playdates is shown, in steps, once there are three by three fathers', async () => {
  const { db, fathers } = await world({ fathers: 5 })
  const placeId = await place(db, { name: 'Schommel' })
  const [one, two, three, four, five] = fathers
  const told = async () => (await readTown(db, utrecht)).playdates
  await plan(one, db, placeId)
  await plan(one, db, placeId)
  await plan(two, db, placeId)
  // Three playdates, but only two fathers.
  expect(await told()).toBeUndefined()
  await plan(three, db, placeId)
  expect(await told()).toBe(3)
  await plan(four, db, placeId)
  expect(await told()).toBe(5)
  await plan(five, db, placeId)
  expect(await told()).toBe(5)
})

const noon = sql`(date_trunc('day', now() at time zone 'Europe/Amsterdam') + interval '12 hours') at time zone 'Europe/Amsterdam'`

test.each([
  ['made since midnight', sql`created_at = ${noon} - interval '11 hours'`, false],
  ['made before midnight', sql`created_at = ${noon} - interval '13 hours'`, true],
  ['cancelled since midnight', sql`cancelled_at = ${noon} - interval '11 hours'`, true],
  ['cancelled before midnight', sql`cancelled_at = ${noon} - interval '13 hours'`, false],
  ['hidden since midnight', sql`hidden_at = ${noon} - interval '11 hours'`, true],
  ['hidden before midnight', sql`hidden_at = ${noon} - interval '13 hours'`, false],
  ['at a home', sql`location_visibility = 'participants'`, false],
  ['begun today', sql`start_time = ${noon} - interval '11 hours', end_time = ${noon} - interval '10 hours'`, true],
  [
    'over since yesterday',
    sql`start_time = ${noon} - interval '14 hours', end_time = ${noon} - interval '13 hours'`,
    false,
  ],
  ['on the seventh day', sql`start_time = ${noon} + interval '6 days', end_time = ${noon} + interval '7 days'`, true],
  ['on the eighth day', sql`start_time = ${noon} + interval '7 days', end_time = ${noon} + interval '8 days'`, false],
  ['nowhere', sql`place_id = null`, false],
])('a playdate %s is counted on the town’s page: %s', async (_, change, counts) => {
  const { db, fathers } = await world({ fathers: 3 })
  const placeId = await place(db, { name: 'Schommel' })
  const ids = []
  for (const father of fathers) ids.push(await plan(father, db, placeId))
  expect((await readTown(db, utrecht)).playdates).toBe(3)
  await db.run(sql`update playdates set ${change} where id = ${ids[0] ?? 0}`)
  expect((await readTown(db, utrecht)).playdates).toBe(counts ? 3 : undefined)
})

test('the playdates of a hidden father, and those elsewhere, do not count', async () => {
  const { db, fathers } = await world({ fathers: 3 })
  const placeId = await place(db, { name: 'Schommel' })
  for (const father of fathers) await plan(father, db, placeId)
  expect((await readTown(db, townAt('Zwolle') ?? utrecht)).playdates).toBeUndefined()
  await db.run(sql`update users set hidden_at = now() - interval '2 days' where id = ${fathers[0].id}`)
  expect((await readTown(db, utrecht)).playdates).toBeUndefined()
})

test('the page shows how many playdates there are, but not who, what, when or where', async () => {
  const here = await world({ fathers: 4 })
  const { db, fathers } = here
  const placeId = await place(db, { name: 'Schommel' })
  const ids = []
  for (const father of fathers) ids.push(await plan(father, db, placeId))
  const before = (await html(here)).text
  expect(words(before)).toContain('Minstens 3 speelafspraken in de komende zeven dagen')
  for (const kept of ['merk-', 'Vader', ...fathers.map(({ username }) => username)]) expect(before).not.toContain(kept)
  // An observer sees no difference when something is planned or cancelled.
  await fathers[0].call(deletePlaydate, { params: { id: ids[0] ?? 0 } })
  await fathers[1].call(createPlaydate, { body: aPlaydate({ placeId }) })
  const after = await html({ visitor: here.at(await here.newNode(), fathers[2]) })
  expect(words(after.text)).toBe(words(before))
})

test('the page lists the twelve nearest playgrounds and six restaurants, and says how many there are', async () => {
  const here = await world()
  for (let at = 1; at <= 13; at += 1) await place(here.db, { name: `Schommel-${at}.`, north: at / 1000 })
  for (let at = 1; at <= 7; at += 1)
    await place(here.db, { name: `Eethuis-${at}.`, type: 'restaurant', north: at / 1000 })
  const said = words((await html(here)).text)
  const shown = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => said.includes(`${name}-${at + 1}.`))
  expect(shown('Schommel', 13)).toEqual([...Array(12).fill(true), false])
  expect(shown('Eethuis', 7)).toEqual([...Array(6).fill(true), false])
  expect(said.match(/\b(13|7) /g)).toEqual(expect.arrayContaining(['13 ', '7 ']))
})

test.each([
  [970, '950 m van'],
  [980, '1,0 km van'],
  [1001, '1,0 km van'],
  [1260, '1,3 km van'],
])('the page says that a place %i metres away is %s the centre', async (metres, said) => {
  const here = await world()
  await place(here.db, { name: 'Schommel', north: metres / 111_195 })
  expect(words((await html(here)).text)).toContain(said)
})

test('a search for a town uses only its first sixty letters', async () => {
  const { text } = await html(await world(), `/kijk?town=${'x'.repeat(60)}y`)
  expect(text).toContain(`value="${'x'.repeat(60)}"`)
})

test('the page of a town without places exists and says that there are none', async () => {
  const here = await world()
  const { response, text } = await html(here, '/kijk/zwolle')
  expect([response.status, words(text)]).toEqual([200, expect.stringContaining('In Zwolle kennen we nog geen plekken')])
  expect(text).not.toContain('role="img"')
})

test.each([
  ['/kijk?town=Utrecht', '/kijk/utrecht'],
  ['/kijk?town=%20utrecht%2C%20oost', '/kijk/utrecht'],
  ['/kijk/Utrecht', '/kijk/utrecht'],
  ['/kijk/den%20haag', '/kijk/den-haag'],
  ['/kijk?town=%27s-Hertogenbosch', '/kijk/s-hertogenbosch'],
])('the address %s leads to %s', async (path, to) => {
  const { response } = await html(await world(), path)
  expect([response.status, response.headers.get('location')]).toEqual([303, to])
})

test.each(['/kijk?town=Ergens', '/kijk/ergens', '/kijk/..%2F..', '/kijk?town=%3Cscript%3Ealert(1)%3C%2Fscript%3E'])(
  'the address %s finds no town',
  async path => {
    const { response, text } = await html(await world(), path)
    expect(response.status).toBe(404)
    expect(words(text)).toContain('Die plaats kennen we niet')
    expect(text).not.toContain('<script>alert')
  },
)

test('a visitor who types an unknown town finds it still in the field, and is offered similar ones', async () => {
  const { text } = await html(await world(), '/kijk?town=hertogenbos')
  expect(text).toContain('value="hertogenbos"')
  expect(text).toContain('href="/kijk/s-hertogenbosch"')
  expect(text).toContain('href="?town=hertogenbos&amp;language=fr"')
})

test.each(['/kijk', '/kijk?town=', '/kijk?town=a&town=b', '/kijk?other=1'])(
  'the address %s asks the visitor for a town',
  async path => {
    const here = await world()
    await place(here.db, { name: 'Schommel' })
    const { response, text } = await html(here, path)
    expect(response.status).toBe(200)
    expect(text).toContain('name="town"')
    // Only towns where something is known.
    expect(text).toContain('href="/kijk/utrecht"')
    expect(text).not.toContain('href="/kijk/zwolle"')
  },
)

test('the page of a town comes in five languages, and remembers the chosen one', async () => {
  const here = await world()
  await place(here.db, { name: 'Schommel' })
  for (const language of languages) {
    const { response, text } = await html(here, `/kijk/utrecht?language=${language}`)
    expect(text).toContain(`<html lang="${language}"`)
    expect(response.headers.get('set-cookie')).toContain(`language=${language}`)
    // Nothing is left to fill in.
    expect(text.slice(text.indexOf('<main'))).not.toMatch(/\{\w+\}/)
  }
  const { text } = await html({ visitor: here.visitor }, '/kijk/utrecht', {
    headers: { 'accept-language': 'fr', cookie: '' },
  })
  expect(text).toContain('<html lang="fr"')
})

test.each([
  ['off', 'noindex', false],
  ['on', null, true],
])('with INDEX_PUBLIC_PAGE=%s, search engines are given %s', async (setting, robots, isLinked) => {
  const here = await world({ env: { INDEX_PUBLIC_PAGE: setting, PUBLIC_URL: 'https://papadag.example' } })
  const { response, text } = await html(here)
  expect(response.headers.get('x-robots-tag')).toBe(robots)
  expect(text.includes('<meta name="robots" content="noindex">')).toBe(!isLinked)
  expect(text.includes('rel="canonical" href="https://papadag.example/kijk/utrecht?language=nl"')).toBe(isLinked)
  // An unknown town has no such page.
  expect((await html(here, '/kijk/ergens')).text).toContain('content="noindex"')
})

test('an address may open sixty pages a minute', async () => {
  const here = await world({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
  const from = (address: string) =>
    here.visitor.fetch('GET', '/kijk/zwolle', { headers: { 'x-forwarded-for': address } })
  const statuses = []
  for (let time = 0; time < 61; time += 1) statuses.push((await from('203.0.113.7')).status)
  expect(statuses.slice(0, 60).every(status => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await from('198.51.100.7')).status).toBe(200)
})
