import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { TestProject } from 'vitest/node'
import { createDb, createTx, type Runner } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { addressOn, onPostgres } from './on-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that tests copy: a PGlite file, or the name of a PostgreSQL database. */
    template: string
  }
}

/** Migrates one template before all server tests, since migrating for each test would take most of their time. */
export default async function provideTemplate({ provide }: TestProject) {
  const server = process.env.TEST_DATABASE_URL
  const { template, remove } = server ? await makeOnPostgres(server) : await makeEmbedded()
  provide('template', template)
  return remove
}

async function makeOnPostgres(server: string) {
  // Copies are named after their template, so that all can be removed afterwards.
  const template = `papadag_test_${randomBytes(6).toString('hex')}`
  await onPostgres(server, client => client.query(`create database ${template}`))
  const db = openPostgres({ url: addressOn(server, template), decode: true, onError: fail })
  await migrate(db)
  await db.close()
  return {
    template,
    remove: () =>
      onPostgres(server, async client => {
        const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
          template,
        ])
        for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
      }),
  }
}

async function makeEmbedded() {
  const pglite = await PGlite.create({ extensions: { pg_trgm } })
  const run: Runner = async ({ text, values }) => {
    const { rows, affectedRows = 0 } = await pglite.query(text, [...values])
    return { rows, affected: affectedRows }
  }
  const script = async (text: string) => void (await pglite.exec(text))
  await migrate(
    createDb({
      run,
      script,
      charge: () => {},
      decode: true,
      ping: async () => {},
      close: async () => {},
      async transaction(work) {
        await script('begin')
        const result = await createTx({ run, script, decode: true }).run(work)
        await script('commit')
        return result
      },
    }),
  )
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  const folder = await mkdtemp(join(tmpdir(), 'papadag-template-'))
  const template = join(folder, 'template.tar')
  await writeFile(template, new Uint8Array(await dump.arrayBuffer()))
  return { template, remove: () => rm(folder, { recursive: true }) }
}

function fail(error: Error) {
  throw error
}
