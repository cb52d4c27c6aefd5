import { join } from 'node:path'
import * as z from 'zod/mini'
import { settle } from '../../domain/consequences/consequences.ts'
import { openPictures } from '../../domain/pictures.ts'
import { demoLogin, seedDemo } from '../../features/demo/demo.ts'
import { type Config, ConfigProblem } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { openShared } from '../data/open-shared.ts'
import { openPictureStore } from '../picture-store.ts'
import type { Said } from './command.ts'

const Named = z.object({ name: z.string() })

/**
 * Deletes all users, data and pictures, and loads the demo again around the current time. Throws
 * `ConfigProblem` if real data could be lost or a server is running.
 */
export async function resetDemo(config: Config): Promise<Said> {
  if (config.demo === false) throw new ConfigProblem('DEMO=off: nothing was reset.')
  if (config.databaseUrl && config.demo !== true) {
    throw new ConfigProblem('DATABASE_URL is set: DEMO=on must say that everything in that database may go.')
  }
  const dataDir = openDataDir(config.dataDir)
  dataDir.lock()
  try {
    const db = config.databaseUrl
      ? await openShared({ url: config.databaseUrl, decode: true, settle })
      : await openEmbedded({ folder: join(dataDir.path, 'database'), decode: true, settle, onCrash: () => {} })
    try {
      return await reset(db, config)
    } finally {
      await db.close()
    }
  } finally {
    dataDir.unlock()
  }
}

async function reset(db: Db, config: Config): Promise<Said> {
  const { dataDir } = config
  // The folder's lock does not cover a server elsewhere on the same PostgreSQL; its listening connection does.
  const servers = sql`from pg_stat_activity where datname = current_database() and application_name = 'papadag bus'`
  if ((await db.count(servers)) > 0) {
    throw new ConfigProblem('DATABASE_URL is in use by a running Papadag; stop that one first.')
  }
  const store = await openPictureStore(config, () => {})
  await migrate(db)
  const accounts = await db.count(sql`from users`)
  const playdates = await db.count(sql`from playdates`)
  const tables = await db.many(
    Named,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'migrations_begun')`,
  )
  await db.script(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for await (const { name } of store.list()) await store.remove(name)

  const login = await demoLogin(dataDir)
  const pictures = await openPictures({ db, dataDir, store })
  try {
    await seedDemo(db, pictures, login)
  } finally {
    await pictures.close()
  }
  const lines = [
    `Removed ${accounts} accounts and ${playdates} playdates, and loaded the demo.`,
    `Log in as a demo father: ${login.username}, password ${login.password}`,
  ]
  return { text: lines.join('\n'), facts: { accounts, playdates, login } }
}
