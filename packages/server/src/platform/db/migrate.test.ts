import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { patient, postgresUrl, testDatabaseUrl, testDb } from '../../testing/database.ts'
import { type Db, DbConflict, sql } from './db.ts'
import { migrate, readMigrations, waitingContractions } from './migrate.ts'
import { createNode } from './nodes.ts'
import { openPostgres } from './postgres.ts'

const known = readMigrations()
const more = { name: '2099-01-01-0000-more.sql', text: 'create table more (id int); insert into more values (1)' }
const less = { name: '2099-01-01-0001-less.sql', text: '-- after: nobody reads it\ndrop table more' }
const index = {
  name: '2099-01-01-0002-index.sql',
  text: 'create table busy (id int);\ncreate index concurrently if not exists busy_id on busy (id);',
}

const Name = z.object({ name: z.string() })
const namesOf = async (db: Db, from: ReturnType<typeof sql>) =>
  (await db.many(Name, sql`select name ${from} order by name`)).map(({ name }) => name)

test('a second run of the migrations does nothing, and a migration that has changed is refused', async () => {
  const db = await testDb()
  expect(await migrate(db)).toEqual([])
  const changed = known.map(({ name, text }) => ({ name, text: `${text} ` }))
  await expect(migrate(db, { migrations: changed })).rejects.toThrow('has changed since the database ran it')
})

test('an older node keeps working after additions by a newer one, and stops after removals', async () => {
  const db = await testDb()
  expect(await migrate(db, { migrations: [...known, more, less] })).toEqual([more.name])
  expect(await migrate(db)).toEqual([])
  expect(await migrate(db, { migrations: [...known, more, less], isAlone: true })).toEqual([less.name])
  await expect(migrate(db)).rejects.toThrow(`made by a newer Papadag: it holds ${less.name}`)
})

test('a migration that fails half-way leaves the database as it was', async () => {
  const db = await testDb()
  const broken = { name: '2099-01-01-0000-broken.sql', text: 'create table half (id int); select 1/0' }
  await expect(migrate(db, { migrations: [...known, broken] })).rejects.toThrow()
  expect(await db.count(sql`from pg_tables where tablename = 'half'`)).toBe(0)
  expect(await migrate(db)).toEqual([])
})

test('a migration whose rows are in conflict fails at once, and one that has waited a minute for locks gives up', async () => {
  const db = await testDb()
  const twice = {
    name: '2099-01-01-0000-twice.sql',
    text: 'create table twice (id int primary key); insert into twice values (1), (1)',
  }
  await expect(migrate(db, { migrations: [...known, twice] })).rejects.toThrow('conflict with twice_pkey')
  let tries = 0
  const begun = Promise.withResolvers<void>()
  const locked: Db = {
    ...db,
    async transaction() {
      tries += 1
      begun.resolve()
      throw new DbConflict('')
    },
  }
  const { session: _session, ...single } = db
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ended = migrate({ ...single, transaction: work => work(locked) }, { migrations: [...known, more] }).catch(
    String,
  )
  await begun.promise
  await vi.advanceTimersByTimeAsync(58_999)
  expect(tries).toBe(59)
  await vi.advanceTimersByTimeAsync(1)
  expect(tries).toBe(60)
  expect(await ended).toContain(`${more.name} has waited too long`)
})

test('an index built while others write exists afterwards, in both databases', async () => {
  const db = await testDb()
  expect(await migrate(db, { migrations: [...known, index] })).toEqual([index.name])
  expect(await namesOf(db, sql`from (select indexname as name from pg_indexes where tablename = 'busy') x`)).toEqual([
    'busy_id',
  ])
})

/** The test's own database, with a second connection. */
async function twoWays() {
  const url = await testDatabaseUrl()
  const open = () => openPostgres({ ...patient, url })
  const [one, other] = [open(), open()]
  onTestFinished(async () => {
    await one.close()
    await other.close()
  })
  return [one, other] as const
}

/** A connection that is lost before or after the first statement with these words. */
function dying(db: Db, when: 'before' | 'after', words: string): Db {
  async function around<T>(text: string, run: () => Promise<T>): Promise<T> {
    const isTheOne = text.includes(words)
    if (isTheOne && when === 'before') throw new Error('died')
    const result = await run()
    if (isTheOne) throw new Error('died')
    return result
  }
  const wrap = (plain: Db): Db => ({
    ...plain,
    run: statement => around(statement.text, () => plain.run(statement)),
    script: text => around(text, () => plain.script(text)),
    transaction: work => plain.transaction(tx => work(wrap(tx))),
    session: plain.session && (work => plain.session?.(one => work(wrap(one))) ?? Promise.reject(new Error('none'))),
  })
  return wrap(db)
}

test.runIf(postgresUrl)(
  'a migration waits for a transaction that locks its table, and blocks nobody in the meantime',
  async () => {
    const [db, busy] = await twoWays()
    await migrate(db, { migrations: [...known, more] })
    const wider = { name: '2099-01-01-0001-wider.sql', text: 'alter table more add column name text' }
    let done: Promise<string[]> | undefined
    await busy.transaction(async tx => {
      await tx.run(sql`update more set id = 2`)
      done = migrate(db, { migrations: [...known, more, wider] })
      // Longer than the lock timeout, so that the migration has to retry; other transactions can read in the meantime.
      for (const until = Date.now() + 3500; Date.now() < until; ) {
        await tx.count(sql`from more`)
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    })
    expect(await done).toEqual([wider.name])
  },
)

test.runIf(postgresUrl)('an index that a killed node left unfinished is rebuilt', async () => {
  const [db] = await twoWays()
  await db.script('create table busy (id int)')
  await db.script('insert into busy values (1), (1)')
  const unique = {
    name: '2099-01-01-0002-unique.sql',
    text: 'create unique index concurrently if not exists busy_id on busy (id);',
  }
  await expect(migrate(db, { migrations: [...known, unique] })).rejects.toThrow('conflict with busy_id')
  expect(
    await db.count(sql`from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = 'busy_id' and not i.indisvalid`),
  ).toBe(1)
  await db.script('delete from busy')
  expect(await migrate(db, { migrations: [...known, unique] })).toEqual([unique.name])
  expect(
    await db.count(sql`from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = 'busy_id' and i.indisvalid`),
  ).toBe(1)
})

/** A migration as those that were interrupted: most of it cannot run a second time. */
const wide = {
  name: '2099-01-01-0003-wide.sql',
  text: `alter table busy add column name text;
    create function busy_name(b busy) returns text language sql stable return upper(b.name);
    insert into busy (id, name) values (2, 'b');
    create index concurrently if not exists busy_name on busy (name);
    create unique index concurrently if not exists busy_id on busy (id);`,
}

/** Where a node dies: before or after the first statement with these words. */
test.runIf(postgresUrl).each<['before' | 'after', string]>([
  ['before', 'alter table busy'],
  ['after', 'alter table busy'],
  ['before', 'into migrations_begun'],
  ['after', 'into migrations_begun'],
  ['before', 'index concurrently if not exists busy_name'],
  ['after', 'index concurrently if not exists busy_name'],
  ['before', 'index concurrently if not exists busy_id'],
  ['after', 'index concurrently if not exists busy_id'],
  ['before', 'delete from migrations_begun'],
  ['after', 'delete from migrations_begun'],
  ['after', 'into migrations (name'],
])('a migration whose node dies %s “%s” is finished by the next one, once', async (when, words) => {
  const [db] = await twoWays()
  await db.script('create table busy (id int)')
  await db.script('insert into busy values (1)')
  const migrations = [...known, wide]
  await expect(migrate(dying(db, when, words), { migrations })).rejects.toThrow('died')
  expect(await migrate(db, { migrations })).toEqual([wide.name])
  expect(await migrate(db, { migrations })).toEqual([])
  expect(await db.count(sql`from busy`)).toBe(2)
  expect(await namesOf(db, sql`from migrations_begun`)).toEqual([])
  expect(
    await namesOf(
      db,
      sql`from (select relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
                 where i.indrelid = 'busy'::regclass and i.indisvalid) x`,
    ),
  ).toEqual(['busy_id', 'busy_name'])
})

test.runIf(postgresUrl)(
  'a migration whose connection is cut during an index build is finished by the next one',
  async () => {
    const [db, busy] = await twoWays()
    await db.script('create table busy (id int)')
    const aside = {
      name: '2099-01-01-0003-aside.sql',
      text: 'create table other (id int); create index concurrently if not exists busy_id on busy (id);',
    }
    const migrations = [...known, aside]
    const building = sql`from pg_stat_activity where datname = current_database() and state = 'active' and query like 'create index%'`
    await busy.transaction(async tx => {
      // The build waits for transactions that wrote before it.
      await tx.run(sql`insert into busy values (1)`)
      const cut = migrate(db, { migrations }).catch(String)
      await vi.waitFor(async () => expect(await busy.count(building)).toBe(1))
      await busy.run(sql`select pg_terminate_backend(pid) ${building}`)
      await cut
    })
    expect(await namesOf(db, sql`from migrations_begun`)).toEqual([aside.name])
    expect(await migrate(db, { migrations })).toEqual([aside.name])
    expect(await namesOf(db, sql`from migrations_begun`)).toEqual([])
  },
)

test.runIf(postgresUrl)('a migration that has changed since it was interrupted is refused', async () => {
  const [db] = await twoWays()
  await db.script('create table busy (id int)')
  const words = 'index concurrently if not exists busy_name'
  await expect(migrate(dying(db, 'before', words), { migrations: [...known, wide] })).rejects.toThrow('died')
  const changed = { ...wide, text: `${wide.text} select 1` }
  await expect(migrate(db, { migrations: [...known, changed] })).rejects.toThrow(
    'has changed since the database ran it',
  )
})

test.runIf(postgresUrl)('two nodes that start at once migrate one after the other', async () => {
  const [one, other] = await twoWays()
  const ran = await Promise.all([one, other].map(db => migrate(db, { migrations: [...known, index] })))
  expect(ran.flat()).toEqual([index.name])
})

test('a migration that removes something waits until no older node has been seen for ten minutes', async () => {
  const db = await testDb()
  const migrations = [...known, more, less]
  await migrate(db, { migrations: [...known, more] })
  expect(await waitingContractions(db, migrations)).toEqual([less.name])
  let minutes = 0
  const node = createNode(db, '2.0.0', { now: () => minutes * 60_000, migrations })
  await node.beat()
  await db.run(sql`insert into nodes (id, version, knows) values (gen_random_uuid(), '1.0.0', '1.0.0.sql')`)
  expect(await node.contract()).toEqual([])
  minutes = 11
  expect(await node.contract()).toEqual([])
  await db.run(sql`update nodes set seen_at = now() - interval '11 minutes' where version = '1.0.0'`)
  expect(await node.contract()).toEqual([less.name])
  await node.leave()
  expect(await db.count(sql`from nodes where version = '2.0.0'`)).toBe(0)
})
