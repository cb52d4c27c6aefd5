import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../db.ts'
import { type EmbeddedDb, openEmbedded } from './embedded.ts'
import { createUpkeep } from './embedded-upkeep.ts'

const hourMs = 3_600_000

let parent = ''
let folder = ''
let db: EmbeddedDb

// Creating a database takes seconds, so the tests share one.
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'papadag-'))
  folder = join(parent, 'database')
  db = await openEmbedded({ folder, decode: true, waitMs: 30_000, onCrash: () => {} })
})
afterAll(async () => {
  await db.close()
  await rm(parent, { recursive: true, force: true })
})
beforeEach(() =>
  db.script(`drop table if exists letters; create table letters (
    id integer generated always as identity primary key, sender integer not null, content text not null);
    create index letters_sender on letters (sender)`),
)

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for (const file of await filesOf(folder)) bytes += (await stat(file)).size
  return bytes
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const holding: string[] = []
  for (const file of await filesOf(folder)) if ((await readFile(file)).includes(text)) holding.push(file)
  return holding
}

function write(count: number, text: string) {
  return db.run(sql`
    insert into letters (sender, content)
    select n % 50, ${text}::text || ' ' || n || repeat(' tot zaterdag', 8) from generate_series(1, ${count}::int) n`)
}

/** More rounds than all tables and steps need. */
async function allRounds(upkeep: { round(): Promise<void> }) {
  for (let round = 0; round < 6; round += 1) await upkeep.round()
}

test('writing and deleting 10,000 rows ten times does not make the tables grow', async () => {
  const sizes: number[] = []
  for (let round = 0; round < 10; round += 1) {
    await write(10_000, 'bericht')
    await db.run(sql`delete from letters`)
    await allRounds(db.upkeep)
    sizes.push((await bytesOf(folder)) - (await bytesOf(join(folder, 'pg_wal'))))
  }
  expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual((sizes[1] ?? 0) * 1.05)
})

test('after a start, the space of deleted rows is used again while other tables still wait to be rewritten', async () => {
  const others = Array.from({ length: 40 }, (_, n) => `kept_${n}`)
  await db.script(others.map(name => `create table ${name} (id int)`).join(';'))
  onTestFinished(() => db.script(`drop table ${others.join(',')}`))
  const upkeep = createUpkeep(db, { idleMs: () => 0, isNight: () => false })
  const sizes: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await write(8000, 'bericht'.repeat(120))
    await db.run(sql`delete from letters`)
    await allRounds(upkeep)
    sizes.push((await bytesOf(folder)) - (await bytesOf(join(folder, 'pg_wal'))))
  }
  expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual((sizes[0] ?? 0) * 1.05)
  // The others are not forgotten either.
  const files = () =>
    db.many(
      File,
      sql`select pg_relation_filenode(oid)::int as file from pg_class where relname like 'kept%' order by oid`,
    )
  const before = await files()
  for (let round = 0; round < 30; round += 1) {
    await write(600, 'druk')
    await db.run(sql`delete from letters`)
    await upkeep.round()
  }
  const after = await files()
  expect(after.filter(({ file }, at) => file !== before[at]?.file).length).toBeGreaterThanOrEqual(14)
})

test('a day after a text was deleted or replaced it is in no file of the folder, and the remaining rows can be read', async () => {
  let now = Date.now()
  const upkeep = createUpkeep(db, { idleMs: () => 0, isNight: () => false, now: () => now })
  await write(500, 'blijft')
  await allRounds(upkeep)

  await write(2000, 'vergeten')
  await db.script('analyze letters')
  await db.run(sql`update letters set content = 'vervangen' where content like 'vergeten%' and id % 2 = 0`)
  await db.run(sql`delete from letters where content like 'vergeten%'`)
  await allRounds(upkeep)
  expect(await filesWith(folder, 'vergeten')).not.toEqual([])

  now += 21 * hourMs
  await allRounds(upkeep)
  expect(await filesWith(folder, 'vergeten')).toEqual([])
  expect(await db.count(sql`from letters where content like 'blijft%'`)).toBe(500)
  expect(await filesWith(folder, 'blijft')).not.toEqual([])
})

test('a large table is rewritten in a quiet moment, at night, or when its day is nearly over', async () => {
  let now = Date.now()
  let idle = 0
  let isNight = false
  const upkeep = createUpkeep(db, { idleMs: () => idle, isNight: () => isNight, now: () => now })
  await write(30_000, 'blijft')
  const forget = async (text: string) => {
    await write(1, text)
    await db.run(sql`delete from letters where content like ${`${text}%`}`)
    now += 21 * hourMs
    await allRounds(upkeep)
    return (await filesWith(folder, text)).length > 0
  }
  expect(await forget('eerste')).toBe(true)
  idle = 9000
  await allRounds(upkeep)
  expect(await filesWith(folder, 'eerste')).not.toEqual([])
  idle = 11_000
  await allRounds(upkeep)
  expect(await filesWith(folder, 'eerste')).toEqual([])

  idle = 0
  expect(await forget('tweede')).toBe(true)
  isNight = true
  await allRounds(upkeep)
  expect(await filesWith(folder, 'tweede')).toEqual([])

  isNight = false
  expect(await forget('derde')).toBe(true)
  now += 3 * hourMs
  await allRounds(upkeep)
  expect(await filesWith(folder, 'derde')).toEqual([])
})

test('the write-ahead log stays short enough for a quick recovery, however much is written', async () => {
  for (let round = 0; round < 8; round += 1) {
    await write(40_000, 'bericht')
    await db.upkeep.round()
  }
  expect(await bytesOf(join(folder, 'pg_wal'))).toBeLessThan(64 * 1024 * 1024)
})

const File = z.object({ file: z.int() })
const Upkept = z.object({ file: z.number(), vacuumed: z.number(), analyzed: z.number() })

/** The file that a rewrite replaces, and how often the table was vacuumed and analyzed. */
async function upkept() {
  const found = await db.one(
    Upkept,
    sql`select pg_relation_filenode('letters')::int as file, vacuum_count::int as vacuumed, analyze_count::int as analyzed
          from pg_stat_user_tables where relname = 'letters'`,
  )
  if (!found) throw new Error('no statistics')
  return found
}

test('a table is vacuumed and analyzed once 500 rows and a tenth of it are deleted, and not before', async () => {
  const upkeep = createUpkeep(db, { idleMs: () => 0, isNight: () => false })
  await write(4000, 'bericht')
  await allRounds(upkeep)
  const before = await upkept()
  const forget = (rows: number) =>
    db.run(sql`delete from letters where id in (select id from letters order by id limit ${rows}::int)`)
  await forget(800)
  await allRounds(upkeep)
  expect(await upkept()).toEqual(before)
  await forget(100)
  await allRounds(upkeep)
  const { file, vacuumed, analyzed } = before
  expect(await upkept()).toEqual({ file, vacuumed: vacuumed + 1, analyzed: analyzed + 1 })
})

test('a huge table is vacuumed only in a quiet moment or at night, and analyzed at once', async () => {
  let idle = 0
  let isNight = true
  const upkeep = createUpkeep(db, { idleMs: () => idle, isNight: () => isNight })
  await db.script('alter table letters alter content set storage external')
  await db.run(sql`insert into letters (sender, content) select 1, repeat('x', 8000) from generate_series(1, 6000)`)
  await allRounds(upkeep)
  isNight = false
  const begun = await upkept()
  const forget = async () => {
    await db.run(sql`delete from letters where id in (select id from letters order by id limit 1200)`)
    await allRounds(upkeep)
    return (await upkept()).vacuumed - begun.vacuumed
  }
  expect(await forget()).toBe(0)
  expect((await upkept()).analyzed).toBeGreaterThan(begun.analyzed)
  isNight = true
  await allRounds(upkeep)
  isNight = false
  expect(await forget()).toBe(1)
  idle = 11_000
  await allRounds(upkeep)
  expect((await upkept()).vacuumed - begun.vacuumed).toBe(2)
})

test.each([
  ['2027-07-01T00:59:00Z', false],
  ['2027-07-01T01:00:00Z', true],
  ['2027-07-01T02:59:00Z', true],
  ['2027-07-01T03:00:00Z', false],
])(
  'after a start, a large table without changes is rewritten only at night in the Netherlands (at %s: %s)',
  async (at, is) => {
    const upkeep = createUpkeep(db, { idleMs: () => 60_000, now: () => Date.parse(at) })
    await write(30_000, 'bericht')
    const { file } = await upkept()
    await allRounds(upkeep)
    expect((await upkept()).file !== file).toBe(is)
  },
)

test('a table is not rewritten again on a later day on which nothing was changed or deleted', async () => {
  let now = Date.now()
  const upkeep = createUpkeep(db, { idleMs: () => 60_000, isNight: () => true, now: () => now })
  await write(500, 'bericht')
  await allRounds(upkeep)
  const { file } = await upkept()
  now += 25 * hourMs
  await write(100, 'nieuw')
  await allRounds(upkeep)
  expect((await upkept()).file).toBe(file)
  await db.run(sql`update letters set content = 'vervangen' where content like 'nieuw%'`)
  await allRounds(upkeep)
  expect((await upkept()).file).not.toBe(file)
})
