import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

test('a day after text was deleted or replaced it is in no file of the folder, and the remaining rows can be read', async () => {
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
