import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../../testing/database.ts'
import { type Db, sql } from '../db/db.ts'
import { describeTables, readSequences, rowsOf } from './tables.ts'

class Undone extends Error {}

/** Makes tables, and leaves the database as it was. */
async function withTables(script: string, look: (tx: Db) => Promise<void>) {
  const db = await testDb()
  const done = db.transaction(async tx => {
    await tx.script(script)
    await look(tx)
    throw new Undone()
  })
  await expect(done).rejects.toThrow(Undone)
}

const toys = `
  create table aa_toys (id integer generated always as identity primary key, "Name" text not null, broken boolean,
    length double precision, loud text generated always as (upper("Name")) stored);
  alter table aa_toys drop column broken;
  create index on aa_toys (length);
  create table "AA kites" (toy integer references aa_toys, part integer, owner integer references users,
    other integer references aa_toys, primary key (part, toy));
  create table aa_loose (word text, next text);
  create table ab_trees (id integer primary key, parent integer references ab_trees);
  create view aa_seen as select * from aa_toys;
  create schema elsewhere;
  create table elsewhere.aa_hidden (id integer)`

test('a table is described by its stored columns, its key and the tables it refers to, which come before it', async () => {
  await withTables(toys, async tx => {
    const tables = await describeTables(tx)
    const own = tables.filter(({ name }) => /^"?a[ab][_ ]/i.test(name))
    expect(own.map(({ name }) => name).sort()).toEqual(['"AA kites"', 'aa_loose', 'aa_toys', 'ab_trees'])
    const of = (wanted: string) => own.find(({ name }) => name === wanted)
    expect(of('aa_toys')).toEqual({
      name: 'aa_toys',
      columns: [
        { name: 'id', type: 'integer', isText: false, sequence: 'public.aa_toys_id_seq' },
        { name: '"Name"', type: 'text', isText: true, sequence: null },
        { name: 'length', type: 'double precision', isText: false, sequence: null },
      ],
      key: ['id'],
      references: [],
    })
    expect(of('"AA kites"')).toMatchObject({ key: ['part', 'toy'], references: ['aa_toys', 'users'] })
    expect(of('aa_loose')).toMatchObject({ key: [], references: [] })
    expect(of('ab_trees')).toMatchObject({ references: [] })
    const at = (wanted: string) => tables.findIndex(({ name }) => name === wanted)
    expect(at('"AA kites"')).toBeGreaterThan(Math.max(at('aa_toys'), at('users')))
  })
})

test('a backup leaves out what belongs only to this server', async () => {
  const names = (await describeTables(await testDb())).map(({ name }) => name)
  expect(names).toContain('playdates')
  for (const own of ['migrations', 'migrations_begun', 'picture_store', 'nodes']) expect(names).not.toContain(own)
})

test('a backup refuses tables that refer to each other in a circle', async () => {
  await withTables(
    `create table aa_egg (id integer primary key);
     create table aa_hen (id integer primary key, egg integer references aa_egg);
     alter table aa_egg add hen integer references aa_hen`,
    async tx => {
      await expect(describeTables(tx)).rejects.toThrow('circle')
    },
  )
})

test('a backup reads rows in the order of their key, or of all columns, and letters in the order of their codes', async () => {
  await withTables(toys, async tx => {
    await tx.script(`insert into aa_toys ("Name", length) values ('step', 1.5), ('bal', null);
      insert into "AA kites" values (1, 2, null, null), (2, 1, null, null), (1, 1, null, null);
      insert into aa_loose values ('b', 'x'), ('B', 'y'), ('a', null), ('a', 'z')`)
    const tables = await describeTables(tx)
    const rows = async (wanted: string) => {
      const table = tables.find(({ name }) => name === wanted)
      if (!table) throw new Error(`no ${wanted}`)
      const found: unknown[] = []
      for await (const some of rowsOf(tx, table)) found.push(...some.map(row => JSON.parse(row)))
      return found
    }
    expect(await rows('aa_toys')).toEqual([
      ['1', 'step', '1.5'],
      ['2', 'bal', null],
    ])
    expect(await rows('"AA kites"')).toEqual([
      ['1', '1', null, null],
      ['1', '2', null, null],
      ['2', '1', null, null],
    ])
    expect(await rows('aa_loose')).toEqual([
      ['B', 'y'],
      ['a', 'z'],
      ['a', null],
      ['b', 'x'],
    ])
  })
})

test('more rows than are fetched at once are all read, each once', async () => {
  await withTables(
    `create table aa_many (id integer primary key); insert into aa_many select generate_series(1, 1001)`,
    async tx => {
      const table = (await describeTables(tx)).find(({ name }) => name === 'aa_many')
      const ids: number[] = []
      if (table) for await (const some of rowsOf(tx, table)) ids.push(...some.map(row => Number(JSON.parse(row)[0])))
      expect(ids).toEqual(Array.from({ length: 1001 }, (_, at) => at + 1))
    },
  )
})

test('a backup reads a sequence where it stands, even if it has not been used yet', async () => {
  await withTables(`${toys}; create table aa_new (id integer generated always as identity)`, async tx => {
    await tx.script(`insert into aa_toys ("Name") values ('bal'), ('step')`)
    const positions = await readSequences(tx, await describeTables(tx))
    expect(positions).toMatchObject({
      'public.aa_toys_id_seq': { last: 2, isCalled: true },
      'public.aa_new_id_seq': { last: 1, isCalled: false },
    })
    const Row = z.object({ n: z.int() })
    const known = await tx.one(Row, sql`select count(*)::int as n from pg_sequences where schemaname = 'public'`)
    expect(Object.keys(positions)).toHaveLength(known?.n ?? 0)
  })
})
