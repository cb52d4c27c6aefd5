import { randomBytes } from 'node:crypto'
import { inject, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { settle } from '../domain/consequences/consequences.ts'
import { type Db, sql } from '../platform/db/db.ts'
import { openEmbedded } from '../platform/db/embedded/embedded.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { addressOn, onPostgres } from './on-postgres.ts'

/** The PostgreSQL server on which tests may create databases; undefined means the embedded database, in memory. */
export const postgresUrl = process.env.TEST_DATABASE_URL

/** Half of the time of many statements goes into the network, even to the same machine. */
const bySocket = process.env.TEST_DATABASE_SOCKET ? { host: process.env.TEST_DATABASE_SOCKET } : {}
/** A connection plans a statement five times for its values before it keeps a plan; most tests end before. */
const planOnce = '-c plan_cache_mode=force_generic_plan'

/** Long enough for a busy machine; a database waits 2 s in the product. */
const waitMs = 60_000

/** How tests open a PostgreSQL of their own, unless they are about a database that answers too late. */
export const patient = { decode: true, waitMs, settle, onError: () => {} }

function onError(error: Error) {
  throw error
}

/** A migrated database without rows. */
export async function testDb(): Promise<Db> {
  const copy = (await emptied(used.pop())) ?? (await openCopy())
  onTestFinished(() => {
    used.push(copy)
  })
  return copy.db
}

/** Until this many connections of this PostgreSQL database wait for locks; others' tests share the server. */
export async function waitForLocks(db: Db, connections: number): Promise<void> {
  const waiting = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => {
    const count = await db.count(waiting)
    if (count !== connections) throw new Error(`${count} connections wait`)
  })
}

interface Used {
  db: Db
  /**
   * The same database for emptying it: on PostgreSQL a connection of its own, since without triggers a connection forgets
   * its plans, and making them again would take most of the next test.
   */
  cleaner: Db
  schema: string
}

/** Opening a database takes a second and emptying one a moment, so the tests of a worker take turns. */
const used: Used[] = []

async function openCopy(): Promise<Used> {
  const { db, cleaner } = postgresUrl ? openBoth(await testDatabaseUrl()) : await openAlone()
  return { db, cleaner, schema: (await look(cleaner)).schema }
}

function openBoth(url: string) {
  const near = (settings: string) => `${url}?${new URLSearchParams({ options: settings, ...bySocket })}`
  return {
    db: openPostgres({ ...patient, url: near(planOnce), mayTakeAll: true }),
    cleaner: openPostgres({ ...patient, url: near('-c session_replication_role=replica') }),
  }
}

async function openAlone() {
  const copyOf = inject('template')
  const db = await openEmbedded({ copyOf, settle, decode: true, waitMs, mayTakeAll: true, onCrash: onError })
  return { db, cleaner: db }
}

/** Empties the database of the last test; undefined if that test changed more than rows. */
async function emptied(left: Used | undefined): Promise<Used | undefined> {
  if (!left) return undefined
  const { schema, tables, isLarge } = await look(left.cleaner)
  if (schema !== left.schema) {
    for (const one of new Set([left.db, left.cleaner])) await one.close()
    return undefined
  }
  await left.cleaner.script(isLarge ? `truncate ${tables.join()} restart identity` : emptySmall(tables))
  return left
}

/** Deletes rows without firing triggers: truncating all tables takes ten times as long when they hold little. */
function emptySmall(tables: readonly string[]) {
  return `
    begin;
    ${postgresUrl ? '' : 'set local session_replication_role = replica;'}
    ${tables.map(table => `delete from ${table};`).join('')}
    select setval(quote_ident(sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
    commit`
}

const TownView = z.object({ tables: z.array(z.string()), isLarge: z.boolean(), schema: z.string() })

/** Lists the tables, whether they are large, and the size of the schema, which shows whether a test has changed it. */
async function look(db: Db): Promise<z.output<typeof TownView>> {
  const seen = await db.one(
    TownView,
    sql`
    select array_agg(quote_ident(relname)) as tables, bool_or(pg_relation_size(oid) > 250000) as "isLarge",
      concat_ws(' ', (select count(*) from pg_attribute), (select count(*) from pg_constraint),
        (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from migrations)) as schema
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  )
  if (!seen) throw new Error('a database without a catalogue')
  return seen
}

/**
 * Creates a migrated database on the tests' PostgreSQL, dropped after the last test, and returns its address. It may be a
 * copy of another such database to which nobody is connected.
 */
export async function testDatabaseUrl(copyOf: string = inject('template')): Promise<string> {
  if (!postgresUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  await onPostgres(postgresUrl, client => client.query(`create database ${name} template ${copyOf}`))
  return addressOn(postgresUrl, name)
}
