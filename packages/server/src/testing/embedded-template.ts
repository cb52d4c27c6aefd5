import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of a migrated embedded database, to begin as. */
    embeddedTemplate: string
  }
}

/** Before all tests: makes the database that each file opens a copy of. Making one from nothing takes four times as long. */
export default async function provideTemplate({ provide }: TestProject) {
  if (process.env.TEST_DATABASE_URL) return
  const folder = await mkdtemp(join(tmpdir(), 'papadag-template-'))
  const dataDir = join(folder, 'database')
  const db = await openEmbedded({ folder: dataDir, decode: true, onCrash: fail })
  await migrate(db)
  await db.close()
  const pglite = await PGlite.create({ dataDir, extensions: { pg_trgm } })
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await rm(dataDir, { recursive: true })
  const file = join(folder, 'template.tar')
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()))
  provide('embeddedTemplate', file)
  return () => rm(folder, { recursive: true })
}

function fail(error: Error) {
  throw error
}
