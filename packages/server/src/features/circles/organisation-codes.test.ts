import { register } from '@papadag/contract/auth'
import { circles, endCircle, enterCircle, oneCircle, removeCircleMember } from '@papadag/contract/circles'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { linkOfCode, makeOrganisationCodes, randomCode } from '../../domain/circle-codes.ts'
import { sql } from '../../platform/db/db.ts'
import { type Father, password, world } from '../../testing/world.ts'
import { forgetAsked } from './commands.ts'
import { lettersPage } from './letters.ts'

const refused = { status: 404, code: 'circle.codeUnknown' }
const name = 'Crèche De Zwaan'

/** Codes for a crèche, and fathers who have never met. */
async function withLetters(count = 3) {
  const all = await world({ fathers: 3 })
  const { db, config } = all
  const make = (of = name, many = count) =>
    db.transaction(tx => makeOrganisationCodes(tx, config.sessionSecret, { name: of, count: many, days: 180 }))
  const enter = (father: Father, code: string) => father.call(enterCircle, { body: { code } })
  return { ...all, make, codes: await make(), enter }
}

test('the first with a letter makes the circle and keeps it, and the next are in it', async () => {
  const { db, host, father, other, codes, enter } = await withLetters()
  expect(await db.count(sql`from circles`)).toBe(0)
  const { isIn, circleId } = await enter(host, codes[0] ?? '')
  expect(isIn).toBe(true)
  expect(await enter(father, codes[1] ?? '')).toEqual({ isIn: true, circleId })
  const params = { id: circleId ?? 0 }
  const seen = await father.call(oneCircle, { params })
  expect(seen).toMatchObject({
    name,
    members: [
      { id: father.id, isKeeper: false },
      { id: host.id, isKeeper: true },
    ],
  })
  expect(seen.chatId).not.toBeNull()
  expect(await other.call(circles)).toEqual([])
})

test('whoever registers with a letter is in the circle of its place, and with a used one there is no account', async () => {
  const { db, visitor, host, codes, enter } = await withLetters()
  const account = (username: string, code = codes[0]) => ({
    ...{ username, password, firstName: 'Noor', lastName: 'Bakker', email: `${username}@papadag.test` },
    ...(code && { code }),
  })
  await visitor.call(register, { body: account('nieuw') })
  expect(
    await db.count(
      sql`from circle_members m join users u on u.id = m.user_id where u.username = 'nieuw' and m.is_keeper`,
    ),
  ).toBe(1)
  await expect(visitor.call(register, { body: account('ander') })).rejects.toMatchObject(refused)
  expect(await db.count(sql`from users where username = 'ander'`)).toBe(0)
  expect((await enter(host, codes[1] ?? '')).isIn).toBe(true)
  expect(await db.count(sql`from circles`)).toBe(1)
})

test('while a node of the version before runs, the first letter of a place opens no door and makes no account', async () => {
  const { db, visitor, host, codes, enter } = await withLetters()
  await db.run(sql`insert into nodes (id, version, knows) values (gen_random_uuid(), '1.0.0', '1.0.0.sql')`)
  const [code = ''] = codes
  const account = { username: 'nieuw', password, firstName: 'Noor', lastName: 'Bakker', email: 'nieuw@papadag.test' }
  const notYet = { status: 409, code: 'circle.notYet' }
  await expect(visitor.call(register, { body: { ...account, code } })).rejects.toMatchObject(notYet)
  await expect(enter(host, code)).rejects.toMatchObject(notYet)
  expect(await db.count(sql`from users where username = 'nieuw'`)).toBe(0)
  await visitor.call(register, { body: account })
})

test('a letter lets in one father, who can use it again while he is a member', async () => {
  const { host, fathers, codes, enter } = await withLetters()
  const [code = '', other = ''] = codes
  await enter(fathers[0], other)
  const { circleId } = await enter(host, code)
  expect(await enter(host, code)).toEqual({ isIn: true, circleId })
  await expect(enter(fathers[1], code)).rejects.toMatchObject(refused)
  await host.call(removeCircleMember, { params: { id: circleId ?? 0, userId: String(host.id) }, body: {} })
  await expect(enter(host, code)).rejects.toMatchObject(refused)
})

test('of two fathers who open their first letters at once, one makes the circle and the other joins; of two with the same letter, one gets in', async () => {
  const { db, host, fathers, codes, enter } = await withLetters()
  const [a = '', b = '', c = ''] = codes
  await Promise.all([enter(host, a), enter(fathers[0], b)])
  expect(await db.count(sql`from circles`)).toBe(1)
  expect(await db.count(sql`from circle_members`)).toBe(2)
  const both = await Promise.allSettled([enter(fathers[1], c), enter(fathers[2], c)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

type World = Awaited<ReturnType<typeof withLetters>>
test.each<[string, (all: World) => Promise<unknown>]>([
  ['over', ({ db }) => db.run(sql`update organisation_codes set expires_at = now()`)],
  ['used by another', ({ fathers, codes, enter }) => enter(fathers[1], codes[0] ?? '')],
  [
    'of a circle that is full',
    ({ db }) =>
      db.run(sql`
        with made as (
          insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
          select 'z' || n, 'z' || n, 'z' || n, 'z' || n, '-', 'Zoveel', 'Vaders' from generate_series(1, 29) n returning id)
        insert into circle_members (circle_id, user_id) select g.id, made.id from circles g, made`),
  ],
  [
    'of a circle whose keeper has a block with him',
    ({ host, fathers }) => host.call(block, { params: { id: fathers[0].id } }),
  ],
])('a letter that is %s answers as one that never was', async (_, happens) => {
  const all = await withLetters()
  const { host, fathers, codes, enter } = all
  await enter(host, codes[2] ?? '')
  await happens(all)
  const [here, never] = await Promise.all(
    [codes[0] ?? '', randomCode()].map(code => enter(fathers[0], code).catch(error => error)),
  )
  expect(here).toMatchObject(refused)
  expect(never).toMatchObject(refused)
})

test('more letters for the same place lead to its circle, and after that has ended to a new one', async () => {
  const { db, host, fathers, codes, make, enter } = await withLetters()
  const { circleId } = await enter(host, codes[0] ?? '')
  const [more = ''] = await make('crèche de zwaan')
  expect(await enter(fathers[0], more)).toEqual({ isIn: true, circleId })
  const [elsewhere = ''] = await make('De Reiger')
  expect((await enter(fathers[0], elsewhere)).circleId).not.toBe(circleId)
  await host.call(endCircle, { params: { id: circleId ?? 0 } })
  const again = await enter(fathers[1], codes[1] ?? '')
  expect(again.circleId).not.toBe(circleId)
  await db.run(sql`update organisation_codes set expires_at = now()`)
  await forgetAsked(db)
  expect(await db.count(sql`from organisation_codes`)).toBe(0)
  expect(await db.count(sql`from organisations`)).toBe(2)
  await db.run(sql`delete from circles`)
  await forgetAsked(db)
  expect(await db.count(sql`from organisations`)).toBe(0)
})

test('a letter says how to come in, in five languages and with a code to scan, and not whose circle it is', () => {
  const page = lettersPage(
    [{ code: 'ABCD2345', url: linkOfCode('https://papadag.nl', 'ABCD2345') }],
    new Date('2027-05-27T12:00:00Z'),
  )
  expect(page.match(/<article>/g)).toHaveLength(1)
  for (const words of ['Papa’s die elkaar hier zien', 'Dads who meet here', 'Väter', 'pères', 'Padres'])
    expect(page).toContain(words)
  for (const words of ['ABCD 2345', 'papadag.nl/circles?code=ABCD2345', '27 mei 2027', '27 May 2027', '<svg'])
    expect(page).toContain(words)
})
