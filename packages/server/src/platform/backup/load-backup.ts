import { createHash } from 'node:crypto'
import { ConfigProblem } from '../config.ts'
import type { Db } from '../db/db.ts'
import { firstRelease, migrate, readMigrations } from '../db/migrate.ts'
import { noProgress, type Progress } from '../files/progress.ts'
import type { PictureStore } from '../pictures/store.ts'
import type { Head } from './file.ts'
import { isOlder, mustBeOfLastCheckout, readOlder } from './older-backups.ts'
import { type BackupReader, nothing, readBackup } from './read-backup.ts'
import { describeTables, rowsOf, statement, type Table } from './tables.ts'

const atOnce = 1000

/** Checks a whole backup before anything changes; throws `ConfigProblem` if it cannot be restored here. */
export async function checkBackup(path: string, progress = noProgress): Promise<Head> {
  let head: Head | undefined
  const reader = {
    ...nothing,
    async head(found: Head) {
      head = found
      if (isOlder(found)) return mustBeOfLastCheckout(path, found)
      const known = new Set(readMigrations().map(({ name }) => name))
      const unknown = found.migrations.find(name => !known.has(name))
      if (unknown)
        throw new ConfigProblem(
          `${path} was made by a newer Papadag: it knows ${unknown}, which this one does not. Nothing was changed.`,
        )
    },
  }
  await readBackup(path, reader, { title: 'Checking ', progress })
  if (!head) throw new Error('a backup that was read has a head')
  return head
}

export interface Loaded {
  rows: number
  pictures: number
  migrations: number
}

interface Target {
  db: Db
  store: PictureStore
  finish(tx: Db): Promise<void>
  progress?: Progress
}

/**
 * Replaces the whole database with the backup in one transaction: the schema of that day, its rows, the newer
 * migrations, and then `finish`.
 */
export function loadBackup(
  path: string,
  head: Head,
  { db, store, finish, progress = noProgress }: Target,
): Promise<Loaded> {
  return db.transaction(async tx => {
    await tx.script('drop schema public cascade; create schema public')
    const older = isOlder(head) ? readOlder() : undefined
    const then = readMigrations().filter(({ name }) => (older ? name === firstRelease : head.migrations.includes(name)))
    await migrate(tx, { migrations: then })
    if (older) await tx.script(older.tables)
    const tables = await describeTables(tx)
    for (const { name } of tables) await tx.script(`alter table ${name} disable trigger user`)
    const loaded: Loaded = { rows: 0, pictures: 0, migrations: 0 }
    let loading: Table | undefined
    let batch: string[] = []
    let insert = ''
    async function flush() {
      if (batch.length === 0) return
      await tx.run(statement(insert, `[${batch.join(',')}]`))
      loaded.rows += batch.length
      batch = []
    }

    const reader: BackupReader = {
      ...nothing,
      async table(name, columns) {
        const table = tables.find(known => known.name === name)
        const filled = columns.flatMap(column => table?.columns.find(known => known.name === column) ?? [])
        if (!table || filled.length < columns.length)
          throw new ConfigProblem(
            `${path} holds ${name} in a form that this Papadag does not know. Nothing was changed.`,
          )
        loading = { ...table, columns: filled }
        // Migrations may have inserted rows.
        await tx.script(`delete from ${name}`)
        insert = `insert into ${name} (${columns.join(', ')}) overriding system value
          select ${filled.map(({ type }, at) => `(r ->> ${at})::${type}`).join(', ')} from jsonb_array_elements($1::text::jsonb) r`
      },
      async row(row) {
        batch.push(row)
        if (batch.length === atOnce) await flush()
      },
      async endOfTable(name, _rows, sha256) {
        await flush()
        if (loading && (await hashOf(tx, loading)) !== sha256)
          throw new Error(`${name} is another one in the database than in the backup`)
      },
      async sequences(positions) {
        const known = new Set(tables.flatMap(({ columns }) => columns.map(column => column.sequence)))
        for (const [sequence, { last, isCalled }] of Object.entries(positions)) {
          if (!known.has(sequence)) continue
          await tx.run(statement('select setval($1::text::regclass, $2::float8::bigint, $3)', sequence, last, isCalled))
        }
      },
      async picture(name, picture) {
        // Names are random, so an equal name means the same picture.
        if (!(await store.get(name))) await store.put(name, picture)
        loaded.pictures += 1
      },
    }
    await readBackup(path, reader, { title: 'Restoring', progress })
    for (const { name } of tables) await tx.script(`alter table ${name} enable trigger user`)
    if (older) await tx.script(older.conversion)
    loaded.migrations = (await migrate(tx, { isAlone: true })).length
    await finish(tx)
    return loaded
  })
}

/** The hash that a backup of this table would contain. */
export async function hashOf(tx: Db, table: Table): Promise<string> {
  const hash = createHash('sha256')
  for await (const some of rowsOf(tx, table)) hash.update(`${some.join('\n')}\n`)
  return hash.digest('hex')
}
