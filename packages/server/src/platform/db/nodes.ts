import { randomUUID } from 'node:crypto'
import { type Db, sql } from './db.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { type Migration, migrate, readMigrations, waitingContractions } from './migrate.ts'

/** A node that has not reported for this long is gone. */
const seenWithinMin = 10

/** This node's entry among those that use the database. */
export interface Node {
  /** Reports that this node is serving; call it every minute. */
  beat(): Promise<void>
  /** Runs waiting contractions once no older node has been seen for ten minutes; returns their names. */
  contract(): Promise<string[]>
  /** Removes this node from the list. */
  leave(): Promise<void>
}

interface NodeOptions {
  now?: () => number
  /** What its version knows. */
  migrations?: readonly Migration[]
}

export function createNode(
  db: Db,
  version: string,
  { now = () => performance.now(), migrations = readMigrations() }: NodeOptions = {},
): Node {
  const id = randomUUID()
  const knows = migrations.at(-1)?.name ?? ''
  const startedMs = now()

  return {
    async beat() {
      await db.run(sql`
        insert into nodes (id, version, knows) values (${id}, ${version}, ${knows})
        on conflict (id) do update set seen_at = now()`)
      await deleteInBatches(db, sql`nodes`, sql`seen_at < now() - interval '1 day'`)
    },

    async contract() {
      // By then every other node has reported, since each does so every minute.
      if (now() - startedMs < seenWithinMin * 60_000) return []
      const waiting = await waitingContractions(db, migrations)
      const last = waiting.at(-1)
      if (last === undefined) return []
      const older = sql`from nodes
        where knows < ${last} and seen_at > now() - make_interval(mins => ${sql.number(seenWithinMin)})`
      return (await db.count(older)) > 0 ? [] : migrate(db, { migrations, isAlone: true })
    },

    async leave() {
      await db.run(sql`delete from nodes where id = ${id}`)
    },
  }
}
