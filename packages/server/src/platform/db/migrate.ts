import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type Db, sql } from './db.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** Any number, as long as nobody else locks it: two nodes that start at once migrate one after the other. */
const lockKey = 7_227_324

const Applied = z.object({ name: z.string(), checksum: z.string() })

/** A database that this version does not fit; the message says why. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem'
}

export interface Migration {
  name: string
  text: string
}

/** The migrations of this version, oldest first. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
}

/** Brings the database to this version, in one transaction; answers the names of what it ran. */
export function migrate(db: Db, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  return db.transaction(async tx => {
    // As a script: it may have to wait for as long as another node's migrations take.
    await tx.script(`select pg_advisory_xact_lock(${lockKey})`)
    await tx.script(`create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    const applied = await tx.many(Applied, sql`select name, checksum from migrations`)
    for (const { name, checksum } of applied) {
      const known = migrations.find(migration => migration.name === name)
      if (!known)
        throw new MigrationProblem(
          `The database was made by a newer Papadag: it holds ${name}, which this one does not know.`,
        )
      if (checksumOf(known) !== checksum)
        throw new MigrationProblem(`The migration ${name} has changed since the database ran it.`)
    }

    const due = migrations.filter(({ name }) => !applied.some(done => done.name === name))
    for (const migration of due) {
      await tx.script(migration.text)
      await tx.run(sql`insert into migrations (name, checksum) values (${migration.name}, ${checksumOf(migration)})`)
    }
    return due.map(({ name }) => name)
  })
}

function checksumOf({ text }: Migration) {
  return createHash('sha256').update(text).digest('hex')
}
