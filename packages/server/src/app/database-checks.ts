import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import { readMigrations, waitingContractions } from '../platform/db/migrate.ts'
import type { PictureStore } from '../platform/pictures/store.ts'
import { broken, look, ok } from './diagnosis.ts'

const clockMs = 2000
/** Connections that one node holds, the one it listens on included. */
const perNode = 11
const leastVersion = 150_000

const Settings = z.object({
  number: z.number(),
  version: z.string(),
  connections: z.number(),
  fsync: z.string(),
  commit: z.string(),
  checksums: z.string(),
  nowMs: z.number(),
})
const Node = z.object({ version: z.string(), count: z.number() })
const Name = z.object({ name: z.string() })

/** What can be asked of a database by statements that only read. */
export function databaseChecks(db: Db, { isShared, store }: { isShared: boolean; store: PictureStore }) {
  const settings = () =>
    db.one(
      Settings,
      sql`select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
                 current_setting('max_connections')::int as connections, current_setting('fsync') as fsync,
                 current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
                 (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
    )

  return {
    async database() {
      const found = await settings()
      if (!found) return broken('it gives no answer')
      const { number, version, connections, fsync, commit, checksums } = found
      if (!isShared) return ok(`the embedded one, PostgreSQL ${version}`)
      if (number < leastVersion) return broken(`PostgreSQL ${version} is too old; Papadag needs 15 or newer`)
      const nodes = Math.floor(connections / perNode)
      if (fsync !== 'on') return broken('fsync is off: a power cut destroys the database')
      if (commit === 'off') return look('synchronous_commit is off: the last messages are lost when it is killed')
      if (checksums !== 'on')
        return look(`PostgreSQL ${version}; data checksums are off, so a failing disk goes unnoticed`)
      return ok(`PostgreSQL ${version}, ${connections} connections, which carry ${nodes} nodes`)
    },

    async schema() {
      const applied = await db.many(Name, sql`select name from migrations`)
      const missing = readMigrations().filter(({ name }) => !applied.some(done => done.name === name))
      const waiting = await waitingContractions(db)
      if (missing.length > waiting.length) return look(`${missing.length - waiting.length} migrations have not run yet`)
      return waiting.length > 0
        ? ok(`up to date; ${waiting.join(', ')} waits until no older node is left`)
        : ok(`up to date with ${applied.length} migrations`)
    },

    async nodes() {
      const nodes = await db.many(
        Node,
        sql`select version, count(*)::int as count from nodes where seen_at > now() - interval '3 minutes' group by version order by version`,
      )
      if (nodes.length === 0) return look('none serves at the moment')
      const list = nodes.map(({ version, count }) => `${count} of version ${version}`).join(', ')
      return nodes.length > 1 ? look(`${list}: an update is under way, or was not finished`) : ok(list)
    },

    async clock() {
      const before = Date.now()
      const found = await settings()
      const apartMs = Math.round(Math.abs((found?.nowMs ?? 0) - (before + Date.now()) / 2))
      return apartMs > clockMs
        ? broken(`${apartMs} ms apart from the database's: set both by NTP`)
        : ok(isShared ? `${apartMs} ms apart from the database's` : 'one for all')
    },

    async leftovers() {
      const rows = await db.count(
        sql`from chats c where not exists (select from chat_members m where m.chat_id = c.id)`,
      )
      const known = new Set((await db.many(Name, sql`select name from pictures`)).map(({ name }) => name))
      let files = 0
      const found = new Set<string>()
      for await (const { name } of store.list()) {
        if (known.has(name)) found.add(name)
        else files += 1
      }
      const lost = known.size - found.size
      if (lost > 0)
        return broken(`${lost} pictures are in the database and not in the store: restore them from a backup`)
      if (rows > 0) return broken(`${rows} chats have no members`)
      return ok(`${known.size} pictures are where they should be; ${files} files are waiting to be swept`)
    },

    async outbox() {
      const late = await db.count(sql`from outbox where due_at < now() - interval '10 minutes'`)
      return late > 0 ? look(`${late} notices or mails are more than ten minutes late`) : ok('nothing is late')
    },
  }
}
