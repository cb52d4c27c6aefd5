import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import { openEmbedded } from '../platform/db/embedded.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'

/** A PostgreSQL server where tests may make databases; undefined means the embedded one, in memory. */
export const postgresUrl = process.env.TEST_DATABASE_URL

/** On a machine that is busy everything comes later, and nothing is wrong. */
const waitMs = 30_000

function onError(error: Error) {
  throw error
}

/** A fresh database with all migrations, empty again when the test ends. */
export async function testDb(): Promise<Db> {
  const { db, schema } = (await emptied(used.pop())) ?? (await openCopy())
  onTestFinished(() => {
    used.push({ db, schema })
  })
  return db
}

type Used = { db: Db; schema: string }

/** Making and opening a database takes a second, emptying one does not: the tests of a file take turns. */
const used: Used[] = []

async function openCopy(): Promise<Used> {
  const db = postgresUrl
    ? openPostgres({ url: await testDatabaseUrl(), decode: true, waitMs, onError: () => {} })
    : await openEmbedded({ copyOf: inject('embeddedTemplate'), decode: true, waitMs, onCrash: onError })
  return { db, schema: (await look(db)).schema }
}

/** Nothing when the last test has changed more than rows. */
async function emptied(left: Used | undefined): Promise<Used | undefined> {
  if (!left) return undefined
  const { tables, schema } = await look(left.db)
  if (schema !== left.schema) return void (await left.db.close())
  await left.db.script(`truncate ${tables} restart identity`)
  return left
}

const Look = z.object({ tables: z.string(), schema: z.string() })

/** Its tables, and how many parts its schema has: who changes the schema leaves other numbers. */
async function look(db: Db): Promise<z.output<typeof Look>> {
  const seen = await db.one(
    Look,
    sql`
    select (select string_agg(quote_ident(tablename), ', ') from pg_tables
             where schemaname = 'public' and tablename <> 'migrations') as tables,
           concat_ws(' ', (select count(*) from pg_attribute), (select count(*) from pg_constraint),
             (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from migrations)) as schema`,
  )
  if (!seen) throw new Error('a database without a catalogue')
  return seen
}

/** The address of a new migrated database on the PostgreSQL of the tests. */
export async function testDatabaseUrl(): Promise<string> {
  templateName ??= makeTemplate()
  const template = await templateName
  const name = `papadag_test_${randomBytes(6).toString('hex')}`
  await onServer(client => client.query(`create database ${name} template ${template}`))
  made.push(name)
  return addressOf(name)
}

const made: string[] = []

// The tests of the file are over.
afterAll(async () => {
  for (const name of made) await onServer(client => client.query(`drop database ${name} with (force)`))
})

let templateName: Promise<string> | undefined

/** A migrated database to copy, made once for this state of the migrations: that is faster than to run them again. */
function makeTemplate(): Promise<string> {
  const migrations = JSON.stringify(readMigrations())
  const name = `papadag_template_${createHash('sha256').update(migrations).digest('hex').slice(0, 12)}`
  return onServer(async client => {
    // Several test files start at once; one makes it and the others wait. It is a template only when it is whole.
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rows.length > 0) return name
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    const db = openPostgres({ url: addressOf(name), decode: true, onError })
    await migrate(db)
    await db.close()
    await client.query(`alter database ${name} is_template true`)
    return name
  })
}

function addressOf(name: string): string {
  if (!postgresUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  return Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}
