import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type Db, DbConflict, sql } from './db.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** An arbitrary lock number: two nodes that start at the same time migrate one after the other. */
const lockKey = 7_227_324
const lookAgainMs = 250
/** How often a locked table is tried again; statements that waited behind the attempt get through in the pauses. */
const tries = 60
const pauseMs = 1000
const after = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const Applied = z.object({ name: z.string(), checksum: z.string(), isContraction: z.boolean() })
type Applied = z.output<typeof Applied>
const Begun = z.object({ name: z.string(), checksum: z.string() })
const Locked = z.object({ isMine: z.boolean() })
const Invalid = z.object({ index: z.string() })

/** A database that does not fit this version; the message says why. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem'
}

/**
 * A step of the schema. It expands if what it adds does not disturb a node of the released version, which keeps
 * serving. It contracts if its first line is `-- after: …`: it removes what that version needs, and says why nobody
 * needs it any more. A contraction runs when no older node is left.
 */
export interface Migration {
  name: string
  text: string
}

/** The whole schema of the first release; every database since has run it. */
export const firstRelease = '1.0.0.sql'

/** The migrations of this version, oldest first. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
}

export function isContraction({ text }: Migration): boolean {
  return text.startsWith('-- after: ')
}

/** Index builds that do not block writes; PostgreSQL allows them only outside a transaction. */
const concurrent = /create (?:unique )?index concurrently if not exists (\w+)[^;]*/gi

export interface MigrateOptions {
  migrations?: readonly Migration[]
  /** Whether no node of an older version uses the database, so that contractions may run. */
  isAlone?: boolean
}

/**
 * Brings the database to this version; returns the names of the migrations it ran. With a single connection they run in
 * one transaction, otherwise each in its own, so that no lock is held for longer than one of them takes.
 */
export function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  return db.session
    ? db.session(one => taking(one, () => run(one, options, buildBeside)))
    : db.transaction(tx => run(tx, options))
}

/** The migrations that wait until no older node is left. */
export async function waitingContractions(
  db: Db,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const applied = await db.many(z.object({ name: z.string() }), sql`select name from migrations`)
  return migrations
    .filter(migration => isContraction(migration) && !applied.some(({ name }) => name === migration.name))
    .map(({ name }) => name)
}

/** Holds the lock for migrations. It polls for it: waiting inside a statement would block index builds. */
async function taking<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const take = () => db.one(Locked, sql`select pg_try_advisory_lock(${sql.number(lockKey)}) as "isMine"`)
  while (!(await take())?.isMine) await after(lookAgainMs)
  try {
    return await work()
  } finally {
    await db.script(`select pg_advisory_unlock(${lockKey})`).catch(() => {})
  }
}

type Build = typeof buildBeside

async function run(
  db: Db,
  { migrations = readMigrations(), isAlone = false }: MigrateOptions,
  build?: Build,
): Promise<string[]> {
  await db.script(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now(),
    is_contraction boolean not null default false
  )`)
  await db.script('create table if not exists migrations_begun (name text primary key, checksum text not null)')
  const applied = await db.many(
    Applied,
    sql`select name, checksum, is_contraction as "isContraction" from migrations order by name`,
  )
  const begun = await db.many(Begun, sql`select name, checksum from migrations_begun`)
  mustBeReleased(applied)
  for (const done of applied) mustFit(done, migrations)
  for (const done of begun) mustFit({ ...done, isContraction: false }, migrations)
  const mayContract = isAlone || applied.length === 0
  const due = migrations.filter(
    migration => !applied.some(({ name }) => name === migration.name) && (mayContract || !isContraction(migration)),
  )
  for (const migration of due)
    await apply(db, migration, { build, hasBegun: begun.some(({ name }) => name === migration.name) })
  return due.map(({ name }) => name)
}

/** Whether a database that ran these migrations is of a checkout from before the first release. */
export function isFromBefore(applied: readonly { name: string }[]): boolean {
  return applied.length > 0 && !applied.some(({ name }) => name === firstRelease)
}

function mustBeReleased(applied: readonly Applied[]) {
  if (isFromBefore(applied))
    throw new MigrationProblem(
      'The database was made by a checkout from before 1.0.0: back it up with that checkout (npx papadag backup FILE), and restore the file with this Papadag (npx papadag restore FILE --replace).',
    )
}

/** A newer version's additions do not disturb this one; its removals do. */
function mustFit({ name, checksum, isContraction: isGone }: Applied, migrations: readonly Migration[]) {
  const known = migrations.find(migration => migration.name === name)
  if (!known && isGone)
    throw new MigrationProblem(
      `The database was made by a newer Papadag: it holds ${name}, which this one does not know.`,
    )
  if (known && checksumOf(known) !== checksum)
    throw new MigrationProblem(`The migration ${name} has changed since the database ran it.`)
}

interface Progress {
  build: Build | undefined
  /** Whether all but its index builds has run. */
  hasBegun: boolean
}

/**
 * Index builds run after a transaction with all the rest, which records what lets an interrupted migration continue
 * there instead of from the start.
 */
async function apply(db: Db, migration: Migration, { build, hasBegun }: Progress) {
  const { name } = migration
  const checksum = checksumOf(migration)
  const note = sql`insert into migrations (name, checksum, is_contraction)
    values (${name}, ${checksum}, ${isContraction(migration)})`
  const builds = [...migration.text.matchAll(concurrent)]
  const rest = migration.text.replace(concurrent, '')
  const isBeside = build !== undefined && builds.length > 0
  if (!hasBegun)
    await patiently(name, () =>
      db.transaction(async tx => {
        await tx.script(isBeside ? rest : migration.text.replace(/\bconcurrently /gi, ''))
        await tx.run(isBeside ? sql`insert into migrations_begun (name, checksum) values (${name}, ${checksum})` : note)
      }),
    )
  if (!isBeside) return
  for (const [text, index = ''] of builds) await build(db, text, index)
  await db.transaction(async tx => {
    await tx.run(sql`delete from migrations_begun where name = ${name}`)
    await tx.run(note)
  })
}

/** Retries while other transactions hold locks on what a migration changes. */
async function patiently(name: string, work: () => Promise<void>, left = tries): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DbConflict && error.constraint === '')) throw error
    if (left <= 1)
      throw new MigrationProblem(`${name} has waited too long for what others hold; nothing of it was kept. Try again.`)
    await after(pauseMs)
    await patiently(name, work, left - 1)
  }
}

/** An interrupted build leaves an invalid index, which writes maintain but no query uses. */
async function buildBeside(db: Db, build: string, index: string) {
  const invalid = await db.one(
    Invalid,
    sql`select relname as index from pg_class c join pg_index i on i.indexrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and relname = ${index.toLowerCase()} and not i.indisvalid`,
  )
  await db.script('set lock_timeout = 0')
  if (invalid) await db.script(`drop index concurrently ${index}`)
  await db.script(build)
}

function checksumOf({ text }: Migration) {
  return createHash('sha256').update(text).digest('hex')
}
