import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../testing/database.ts'
import { DbConflict, sql } from './db.ts'
import { openEmbedded } from './db-embedded.ts'
import { migrate, readMigrations } from './migrate.ts'

const One = z.object({ n: z.number() })

test('parts of a statement nest, and their parameters are numbered in order', () => {
  const inner = sql`b = ${2} and c = ${3}`
  expect(sql`a = ${1} and (${inner}) and d = ${4}`).toMatchObject({
    text: 'a = $1 and (b = $2 and c = $3) and d = $4',
    values: [1, 2, 3, 4],
  })
  expect(sql`select ${sql``}1`).toMatchObject({ text: 'select 1', values: [] })
})

test('both databases answer in the same types', async () => {
  const db = await testDb()
  const row = await db.one(
    z.unknown(),
    sql`select 9007199254740991::bigint as big, 12.5::numeric as exact, 1.5::float8 as float, true as yes, null::text as nothing,
               timestamptz '2031-06-01 10:00:00.5+02' as moment, array['a','ü','👨‍👧'] as texts, array[1,2]::int[] as numbers,
               '{"a":[1,null]}'::jsonb as json, json_build_object('at', 1) as built, ${'x'}::text as text, ${[1, 2]}::int[] as passed`,
  )
  expect(row).toEqual({
    big: 9007199254740991,
    exact: 12.5,
    float: 1.5,
    yes: true,
    nothing: null,
    moment: '2031-06-01T08:00:00.500Z',
    texts: ['a', 'ü', '👨‍👧'],
    numbers: [1, 2],
    json: { a: [1, null] },
    built: { at: 1 },
    text: 'x',
    passed: [1, 2],
  })
})

test('a refused statement says which constraint it met, and the connection goes on', async () => {
  const db = await testDb()
  const insert = sql`insert into login_failures (key, failures, last_at) values (${'a'}, 1, now())`
  await db.run(insert)
  for (let times = 0; times < 3; times += 1) {
    await expect(db.run(insert)).rejects.toEqual(new DbConflict('login_failures_pkey'))
  }
  expect(await db.count(sql`from login_failures`)).toBe(1)
})

test('a transaction that fails leaves nothing, and one inside another is part of it', async () => {
  const db = await testDb()
  const add = (key: string) => sql`insert into login_failures (key, failures, last_at) values (${key}, 1, now())`
  await expect(
    db.transaction(async tx => {
      await tx.run(add('a'))
      await tx.transaction(inner => inner.run(add('b')))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await db.count(sql`from login_failures`)).toBe(0)
})

test('transactions that run at once do not see each other half done', async () => {
  const db = await testDb()
  await db.run(sql`insert into login_failures (key, failures, last_at) values ('n', 0, now())`)
  await Promise.all(
    Array.from({ length: 30 }, () =>
      db.transaction(async tx => {
        const row = await tx.one(One, sql`select failures as n from login_failures where key = 'n' for update`)
        await tx.run(sql`update login_failures set failures = ${(row?.n ?? 0) + 1} where key = 'n'`)
      }),
    ),
  )
  expect(await db.one(One, sql`select failures as n from login_failures where key = 'n'`)).toEqual({ n: 30 })
})

test('a row that is not what its schema says is refused', async () => {
  const db = await testDb()
  await expect(db.one(One, sql`select 'x'::text as n`)).rejects.toThrow()
})

test('a second run of the migrations does nothing; a changed one or one from the future is refused', async () => {
  const db = await testDb()
  const known = readMigrations()
  expect(await migrate(db)).toEqual([])
  expect(
    await migrate(db, [
      ...known,
      { name: '2099-01-01-0000-more.sql', text: 'create table more (id int); insert into more values (1)' },
    ]),
  ).toEqual(['2099-01-01-0000-more.sql'])
  await expect(migrate(db)).rejects.toThrow('made by a newer Papadag: it holds 2099-01-01-0000-more.sql')
  const changed = [
    ...known.map(({ name, text }) => ({ name, text: `${text} ` })),
    { name: '2099-01-01-0000-more.sql', text: '' },
  ]
  await expect(migrate(db, changed)).rejects.toThrow('has changed since the database ran it')
})

test('a migration that fails half-way leaves the database as it was', async () => {
  const db = await testDb()
  const broken = [
    ...readMigrations(),
    { name: '2099-01-01-0000-broken.sql', text: 'create table half (id int); select 1/0' },
  ]
  await expect(migrate(db, broken)).rejects.toThrow()
  expect(await db.count(sql`from pg_tables where tablename = 'half'`)).toBe(0)
  expect(await migrate(db)).toEqual([])
})

test('the embedded database keeps what it was told, and a first start that was cut off leaves none', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'database')
  const open = () => openEmbedded({ folder, decode: true, onCrash: () => {} })
  const first = await open()
  await first.script('create table kept (n int); insert into kept values (7)')
  await first.close()
  const second = await open()
  expect(await second.one(One, sql`select n from kept`)).toEqual({ n: 7 })
  await expect(second.close().then(() => second.count(sql`from kept`))).rejects.toMatchObject({ name: 'DbUnavailable' })
  expect((await readdir(parent)).sort()).toEqual(['database'])
})

test('the server goes on while the embedded database works', async () => {
  const db = await openEmbedded({ decode: true, onCrash: () => {} })
  const order: string[] = []
  const slow = db
    .one(One, sql`select count(*)::int as n from generate_series(1, 3000000)`)
    .then(() => order.push('database'))
  await new Promise<void>(resolve => setImmediate(() => resolve(void order.push('server'))))
  await slow
  expect(order).toEqual(['server', 'database'])
  await db.close()
})

test('a statement beside the transaction that it runs in is refused instead of waiting forever', async () => {
  const db = await openEmbedded({ decode: true, onCrash: () => {} })
  await expect(db.transaction(() => db.count(sql`from pg_tables`))).rejects.toThrow('must go through the transaction')
  expect(await db.count(sql`from (select 1) one`)).toBe(1)
  await db.close()
})
