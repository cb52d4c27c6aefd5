import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Change } from '../../../platform/change.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { cellAt } from '../../../platform/live/watching/area.ts'
import { testDb } from '../../../testing/database.ts'
import { aDate, aUser, users } from '../../../testing/domain/rows.ts'
import { townNamed } from '../../position/towns.ts'
import { announcePerson, announcePlaces, announcePlaydates, announceTo } from './announce.ts'

/** What a transaction announces. */
async function heard(db: Db, work: (tx: Db) => unknown): Promise<Change[]> {
  const changes: Change[] = []
  await db.for(undefined, some => changes.push(...some)).transaction(async tx => void (await work(tx)))
  return changes
}

const people = (changes: Change[]) => changes.flatMap(change => ('users' in change ? [change.users] : []))
const things = (changes: Change[]) => changes.filter(change => 'things' in change)

test('each user is notified once, in messages of four hundred', async () => {
  const db = await testDb()
  const ids = Array.from({ length: 401 }, (_, at) => at + 1)
  const changes = await heard(db, tx => announceTo(tx, 'chat', [...ids, 1, 2]))
  expect(people(changes).map(({ length }) => length)).toEqual([400, 1])
  expect(people(changes).flat()).toEqual(ids)
  expect(changes[0]).toMatchObject({ what: 'chat', reads: expect.arrayContaining(['/api/chats']) })
  expect(await heard(db, tx => announceTo(tx, 'chat', []))).toEqual([])
})

async function scene() {
  const db = await testDb()
  const [host, tom, jan, foe, fan] = await users(db, 'bas', 'tom', 'jan', 'foe', 'fan')
  const [one, two] = [
    await aDate(db, { seriesId: null, hours: 100, by: host }),
    await aDate(db, { seriesId: null, hours: 200, by: tom }),
  ]
  for (const userId of [tom, jan, foe])
    await db.run(sql`insert into participants (playdate_id, user_id) values (${one}, ${userId})`)
  await db.run(
    sql`insert into blocks (blocker_id, blocked_id) values (${host}, ${foe}), (${fan}, ${host}), (${jan}, ${tom})`,
  )
  const announce = (more: Parameters<typeof announcePlaydates>[2] = {}, which: Sql = sql`p.id = ${one}`) =>
    heard(db, tx => announcePlaydates(tx, which, more))
  return { db, host, tom, jan, foe, fan, one, two, announce }
}
const sorted = (ids: readonly number[] | undefined) => [...(ids ?? [])].sort((a, b) => a - b)

test('a playdate is announced to its participants and to all who show it, except across a block with its creator', async () => {
  const { host, tom, jan, foe, fan, one, announce } = await scene()
  const changes = await announce()
  expect(people(changes).map(sorted)).toEqual([[host, tom, jan]])
  expect(things(changes)).toEqual([
    { what: 'playdate', kind: 'playdate', cell: undefined, things: [`playdate ${one}`], except: expect.anything() },
  ])
  const [change] = things(changes)
  expect(sorted(change && 'except' in change ? change.except : [])).toEqual([foe, fan])
  expect(things(await announce({ isInPlace: true }))).toMatchObject([{ isInPlace: true }])
})

test('a playdate without blocks is announced to everybody, and one that is over only to its participants', async () => {
  const { db, tom, two, jan, host, one, announce } = await scene()
  await db.run(sql`delete from blocks where blocker_id = ${jan}`)
  const [change] = things(await announce({}, sql`p.id = ${two}`))
  expect(change).not.toHaveProperty('except')
  expect(change).not.toHaveProperty('only')
  await db.run(sql`update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour'`)
  expect(things(await announce({}, sql`p.id = ${two}`))).toMatchObject([{ only: [tom] }])
  const [over] = things(await announce())
  expect(sorted(over && 'only' in over ? over.only : [])).toEqual([host, tom, jan])
  expect(people(await announce()).flat()).toHaveLength(3)
  expect(one).toBeLessThan(two)
})

test('a playdate can be announced to a few fathers only, whether they take part or not', async () => {
  const { tom, fan, announce } = await scene()
  const changes = await announce({ only: [tom, fan] })
  expect(people(changes)).toEqual([[tom]])
  expect(things(changes)).toMatchObject([{ only: [tom, fan] }])
})

test.each(['it', 'its creator'])(
  'when %s is hidden, only the creator hears of changes, unless this has just happened',
  async what => {
    const { db, host, one, announce } = await scene()
    if (what === 'it') await db.run(sql`update playdates set hidden_at = now() where id = ${one}`)
    else await db.run(sql`update users set hidden_at = now() where id = ${host}`)
    expect(things(await announce())).toMatchObject([{ only: [host] }])
    const [shown] = things(await announce({ wasShown: true }))
    expect(shown).not.toHaveProperty('only')
    expect(shown).toHaveProperty('except')
  },
)

test('when more than two hundred fathers must be left out, nobody hears of a change at once', async () => {
  const { db, host, announce } = await scene()
  await db.run(sql`
    with made as (
      insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
      select n, n, n, n, '', 'Vader', 'X' from (select 'x' || n as n from generate_series(1, 198) n) names returning id)
    insert into blocks (blocker_id, blocked_id) select ${host}, id from made`)
  const [change] = things(await announce())
  expect(change && 'except' in change ? change.except?.length : 0).toBe(200)
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${host}, ${await aUser(db, 'more')})`)
  expect(things(await announce())).toMatchObject([{ only: [] }])
})

const utrecht = { latitude: 52.09, longitude: 5.12 }

const Id = z.object({ id: z.int() })

async function aPlace(db: Db, name: string, at = utrecht): Promise<number> {
  await db.run(sql`
    insert into places (name, type, address, latitude, longitude) values (${name}, 'playground', 'Dam 1', ${at.latitude}, ${at.longitude})`)
  return (await db.one(Id, sql`select max(id) as id from places`))?.id ?? 0
}

test('a change reveals that it is within three kilometres of a place, or else in its creator’s town, and no more', async () => {
  const { db, host, one, announce } = await scene()
  const cell = async () => {
    const [change] = things(await announce())
    return change && 'cell' in change ? change.cell : undefined
  }
  await db.run(sql`update users set city = 'Nergenshuizen' where id = ${host}`)
  expect(await cell()).toBeUndefined()
  await db.run(sql`update users set city = 'Utrecht' where id = ${host}`)
  expect(await cell()).toEqual(cellAt(townNamed('Utrecht') ?? utrecht, 10))
  const placeId = await aPlace(db, 'Speelveld')
  await db.run(sql`update playdates set place_id = ${placeId} where id = ${one}`)
  expect(await cell()).toEqual(cellAt(utrecht, 13))
  expect(things(await announce())).toMatchObject([{ things: [`playdate ${one}`, `playdates at ${placeId}`] }])
})

test('a place is announced together with the playdates there that are not over, if it moves', async () => {
  const { db, one, two } = await scene()
  const [place, other] = [await aPlace(db, 'Speelveld'), await aPlace(db, 'Ander')]
  const over = await aDate(db, { seriesId: null, hours: -50, by: await aUser(db, 'x') })
  await db.run(sql`update playdates set place_id = ${place} where id in (${one}, ${over})`)
  await db.run(sql`update playdates set place_id = ${other} where id = ${two}`)
  const announce = (more?: Parameters<typeof announcePlaces>[2]) =>
    heard(db, tx => announcePlaces(tx, sql`pl.id = ${place}`, more))
  expect(await announce()).toEqual([
    { what: 'place', kind: 'place', cell: cellAt(utrecht, 13), things: [`place ${place}`] },
  ])
  expect(await announce({ moves: true })).toMatchObject([
    { things: [`place ${place}`, `playdates at ${place}`, `playdate ${one}`] },
  ])
  await db.run(sql`update places set hidden_at = now() where id = ${place}`)
  expect(await announce()).toMatchObject([{ only: [] }])
  expect((await announce({ wasShown: true }))[0]).not.toHaveProperty('only')
  await db.run(sql`update places set latitude = 0, longitude = 0 where id = ${place}`)
  expect(await announce()).toMatchObject([{ cell: undefined }])
})

test('a change to a father is announced to those he chats with and who show him, and with his playdates that are not over', async () => {
  const { db, host, tom, jan, foe, fan, one } = await scene()
  const chat = (first: number, second: number) =>
    db.run(sql`
      with made as (insert into chats (first_member, second_member) values (least(${first}::int, ${second}::int), greatest(${first}::int, ${second}::int)) returning id)
      insert into memberships (chat_id, user_id) select id, unnest(array[${first}::int, ${second}::int]) from made on conflict do nothing`)
  await chat(host, tom)
  await chat(jan, foe)
  const over = await aDate(db, { seriesId: null, hours: -50, by: host })
  const announce = (more?: Parameters<typeof announcePerson>[2], id = host) =>
    heard(db, tx => announcePerson(tx, id, more))
  const changes = await announce()
  expect(people(changes)[0]).toEqual([tom])
  const [person, ...playdates] = things(changes)
  expect(person).toMatchObject({ what: 'person', kind: 'person', things: [`person ${host}`] })
  expect(sorted(person && 'except' in person ? person.except : [])).toEqual([foe, fan])
  expect(playdates).toMatchObject([{ things: [`playdate ${one}`], isInPlace: true }])
  expect(JSON.stringify(changes)).not.toContain(`"playdate ${over}"`)

  const some = await announce({ only: [foe], what: 'relation' })
  expect(people(some).filter(ids => ids.includes(tom))).toEqual([])
  expect(things(some)).toMatchObject([{ only: [foe] }, { only: [foe] }])
  expect(things(some)[1]).not.toHaveProperty('isInPlace')

  await db.run(sql`update users set hidden_at = now() where id = ${host}`)
  expect(things(await announce())).toMatchObject([{ only: [] }, {}])
  const shown = things(await announce({ wasShown: true }))
  expect(shown[0]).not.toHaveProperty('only')
  expect(shown[1]).not.toHaveProperty('isInPlace')
  expect(await announce({}, 1_000_000)).toEqual([])
})
