import * as z from 'zod/mini'
import { type Db, sql } from './db.ts'

/** The connections of one node, including the one it listens on. */
export const perNode = 11
const leastVersion = 150_000

const Settings = z.object({
  number: z.number(),
  version: z.string(),
  encoding: z.string(),
  isReadOnly: z.boolean(),
  connections: z.number(),
  fsync: z.string(),
  pages: z.string(),
  commit: z.string(),
  checksums: z.string(),
})

/** What is wrong with a PostgreSQL; Papadag cannot work with one that has a marked problem. */
interface Unfit {
  what:
    | 'databaseOld'
    | 'databaseEncoding'
    | 'databaseReadOnly'
    | 'databaseFew'
    | 'noFsync'
    | 'noPages'
    | 'noCommit'
    | 'noChecksums'
  isFatal: boolean
  isBroken: boolean
}

export interface Fitness {
  version: string
  encoding: string
  connections: number
  /** The worst first. */
  unfit: Unfit[]
}

/** Reads the settings of a PostgreSQL that decide whether Papadag can work with it. */
export async function fitnessOf(db: Db): Promise<Fitness | undefined> {
  const found = await db.one(
    Settings,
    sql`select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
               current_setting('server_encoding') as encoding,
               current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "isReadOnly",
               least(current_setting('max_connections')::int
                       - case when r.rolsuper then 0 else current_setting('superuser_reserved_connections')::int
                                + coalesce(current_setting('reserved_connections', true)::int, 0) end,
                     nullif(case when r.rolsuper then -1 else r.rolconnlimit end, -1),
                     nullif(case when r.rolsuper then -1 else d.datconnlimit end, -1)) as connections,
               current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
               current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums
          from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  )
  if (!found) return undefined
  const { version, encoding, connections } = found
  const fatal = { isFatal: true, isBroken: true }
  const broken = { isFatal: false, isBroken: true }
  const warning = { isFatal: false, isBroken: false }
  const unfit: [boolean, Unfit][] = [
    [found.number < leastVersion, { what: 'databaseOld', ...fatal }],
    [encoding !== 'UTF8', { what: 'databaseEncoding', ...fatal }],
    [found.isReadOnly, { what: 'databaseReadOnly', ...fatal }],
    [connections < perNode, { what: 'databaseFew', ...fatal }],
    [found.fsync !== 'on', { what: 'noFsync', ...broken }],
    [found.pages !== 'on', { what: 'noPages', ...broken }],
    [found.commit === 'off', { what: 'noCommit', ...warning }],
    [found.checksums !== 'on', { what: 'noChecksums', ...warning }],
  ]
  return { version, encoding, connections, unfit: unfit.flatMap(([is, what]) => (is ? [what] : [])) }
}
