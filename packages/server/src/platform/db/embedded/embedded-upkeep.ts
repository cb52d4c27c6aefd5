import * as z from 'zod/mini'
import { type Db, sql } from '../db.ts'

/** Replaying this much log takes well under 5 s after a kill. */
const checkpointBytes = 16 * 1024 * 1024
/**
 * A table of this size can be rewritten with its indexes in less than 100 ms; a larger one waits for a quiet moment.
 */
const smallBytes = 2 * 1024 * 1024
/** A table of this size can be vacuumed in less than 100 ms. */
const mediumBytes = 16 * smallBytes
const quietMs = 10_000
const hourMs = 3_600_000
const rewriteAfterMs = 20 * hourMs
const rewriteByMs = 23 * hourMs

const Table = z.object({
  name: z.string(),
  bytes: z.number(),
  live: z.number(),
  dead: z.number(),
  modified: z.number(),
  changes: z.number(),
})
type Table = z.output<typeof Table>

const Log = z.object({ bytes: z.number() })

interface Rewritten {
  at: number
  changes: number
}

export interface UpkeepOptions {
  /** How long the database has been idle. */
  idleMs: () => number
  now?: () => number
  /** Whether it is night for most users. */
  isNight?: () => boolean
}

export interface Upkeep {
  /** Does due work in steps short enough that no request waits longer than 100 ms. */
  round(): Promise<void>
}

/**
 * Does what a PostgreSQL server's background processes do and PGlite lacks: `round` checkpoints by the volume of the
 * log, and vacuums or analyzes at most one table by need. Vacuuming leaves deleted rows readable in the table's files
 * and in the log, so once a day every table with changed or deleted rows is rewritten, one per round, and the log about
 * it is deleted.
 */
export function createUpkeep(
  db: Db,
  { idleMs, now = Date.now, isNight = () => [3, 4].includes(hourInAmsterdam(now())) }: UpkeepOptions,
): Upkeep {
  const rewritten = new Map<string, Rewritten>()
  /** Whether a table was rewritten since the log was last deleted. */
  let isLogDue = true
  /** Rewriting and vacuuming take turns: after a start every table waits for the one, and a busy one for the other. */
  let wasTidied = false

  function isDue({ name, bytes, dead, changes }: Table): boolean {
    const isQuiet = bytes <= smallBytes || idleMs() > quietMs || isNight()
    const last = rewritten.get(name)
    // Counters do not survive a kill, so the first round after a start assumes nothing.
    if (!last) return bytes <= smallBytes || (changes > 0 ? isQuiet : isNight())
    if (last.changes === changes && dead === 0) return false
    const age = now() - last.at
    return age > rewriteByMs || (age > rewriteAfterMs && isQuiet)
  }

  async function rewrite({ name, changes }: Table) {
    await db.script(`vacuum (full, analyze) ${name}`)
    rewritten.set(name, { at: now(), changes })
    isLogDue = true
  }

  async function tidy(table: Table) {
    const { name, bytes, live, dead, modified } = table
    const some = 500 + live / 10
    if (dead > some && (bytes <= mediumBytes || idleMs() > quietMs || isNight())) {
      // The next round analyzes the table: both in one step would make requests wait longer.
      await db.script(`vacuum (truncate, index_cleanup on) ${name}`)
      return true
    }
    if (modified > some) {
      await db.script(`analyze ${name}`)
      return true
    }
    return false
  }

  /** Begins with the table that has changed most, so that a busy small one keeps none waiting. */
  async function tidyOne(tables: readonly Table[]) {
    for (const table of tables.toSorted((a, b) => b.dead + b.modified - a.dead - a.modified))
      if (await tidy(table)) return true
    return false
  }

  return {
    async round() {
      await checkpoint(db)
      // Counters may lag by a second.
      await db.run(sql`select pg_stat_force_next_flush()`)
      const tables = await db.many(
        Table,
        sql`select quote_ident(relname) as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup as live,
                   n_dead_tup as dead, n_mod_since_analyze as modified, n_tup_upd + n_tup_del as changes
              from pg_stat_user_tables where schemaname = 'public' order by relname`,
      )
      wasTidied = !wasTidied && (await tidyOne(tables))
      if (wasTidied) return
      const due = tables.find(isDue)
      if (due) return rewrite(due)
      if (await tidyOne(tables)) return
      if (!isLogDue) return
      await deleteLog(db)
      isLogDue = false
    },
  }
}

function hourInAmsterdam(ms: number): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/Amsterdam').hour
}

/** Checkpoints when the log has grown. */
async function checkpoint(db: Db) {
  const log = await db.one(
    Log,
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
  )
  if (log && log.bytes > checkpointBytes) await db.script('checkpoint')
}

/** A checkpoint deletes the segments before it; those kept ready for later writes are used up first. */
async function deleteLog(db: Db) {
  // The planner's statistics contain samples of rows.
  await db.script('vacuum full pg_statistic')
  for (let hasMore = true; hasMore; ) {
    await db.run(sql`select pg_logical_emit_message(false, 'papadag', 'next segment')`)
    await db.run(sql`select pg_switch_wal()`)
    hasMore =
      (await db.count(sql`from pg_ls_waldir() where name >= pg_walfile_name(pg_current_wal_insert_lsn() + 1)`)) > 0
  }
  await db.script('checkpoint')
}
