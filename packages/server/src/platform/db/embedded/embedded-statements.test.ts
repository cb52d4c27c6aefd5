import { PGlite } from '@electric-sql/pglite'
import { beforeAll, expect, test } from 'vitest'
import { createStatements, type Statements } from './embedded-statements.ts'

let database: PGlite
let statements: Statements

beforeAll(async () => {
  database = await PGlite.create()
  statements = createStatements(database)
  return () => database.close()
})

const rowsOf = async (text: string, ...values: readonly unknown[]) => (await statements.query(text, values)).rows

test('a statement is prepared once and run with other values', async () => {
  for (const n of [1, 2]) expect(await rowsOf('select $1::int + 1 as next', n)).toEqual([{ next: n + 1 }])
  const named = await database.query('select count(*)::int as n from pg_prepared_statements')
  expect(named.rows).toEqual([{ n: 1 }])
})

test('a write says how many rows it changed', async () => {
  await database.exec('create table toys (name text)')
  const { affectedRows } = await statements.query('insert into toys select unnest($1::text[])', [['bal', 'step']])
  expect(affectedRows).toBe(2)
})

test('a refused statement leaves the next one alone, even inside a transaction', async () => {
  await expect(rowsOf('select nothing')).rejects.toMatchObject({ code: '42703' })
  await expect(rowsOf('select 1 / $1::int as n', 0)).rejects.toMatchObject({ code: '22012' })
  expect(await rowsOf('select 1 / $1::int as n', 1)).toEqual([{ n: 1 }])
  await database.exec('begin')
  await expect(rowsOf('select 1 / $1::int as n', 0)).rejects.toMatchObject({ code: '22012' })
  await database.exec('rollback')
  expect(await rowsOf('select 1 / $1::int as n', 1)).toEqual([{ n: 1 }])
})

test('a prepared statement works after its table changes', async () => {
  await database.exec("create table kites (name text); insert into kites values ('rood')")
  expect(await rowsOf('select * from kites')).toEqual([{ name: 'rood' }])
  await database.exec('alter table kites add column length int')
  expect(await rowsOf('select * from kites')).toEqual([{ name: 'rood', length: null }])
})

test('the least recently used statements are evicted', async () => {
  for (let n = 0; n < 520; n += 1) await rowsOf(`select ${n} as n`)
  const named = await database.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')
  expect(named.rows[0]?.n).toBeLessThanOrEqual(500)
  expect(await rowsOf('select 0 as n')).toEqual([{ n: 0 }])
})
