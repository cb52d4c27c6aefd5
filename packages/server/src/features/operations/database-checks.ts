import * as z from 'zod/mini'
import { isPair } from '../../domain/chats/memberships.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { fitnessOf, perNode } from '../../platform/db/fitness.ts'
import { isFromBefore, readMigrations, waitingContractions } from '../../platform/db/migrate.ts'
import type { PictureStore } from '../../platform/pictures/store.ts'
import { broken, look, off, ok } from './diagnosis.ts'

const clockMs = 2000

const Clock = z.object({ nowMs: z.number() })
const Node = z.object({ version: z.string(), count: z.number() })
const Hosts = z.object({ here: z.number(), elsewhere: z.number(), before: z.string() })
const Name = z.object({ name: z.string() })

/** Checks of the database by statements that only read. */
export function databaseChecks(
  db: Db,
  { isShared, store, publicUrl }: { isShared: boolean; store: PictureStore; publicUrl: string | undefined },
) {
  return {
    async database() {
      const found = await fitnessOf(db)
      if (!found) return broken('databaseSilent')
      const { unfit, ...words } = found
      if (!isShared) return ok('embedded', words)
      const [worst] = unfit
      if (worst) return (worst.isBroken ? broken : look)(worst.what, words)
      return ok('database', { ...words, nodes: Math.floor(found.connections / perNode) })
    },

    async schema() {
      const applied = await db.many(Name, sql`select name from migrations`)
      if (isFromBefore(applied)) return broken('madeBefore')
      const missing = readMigrations().filter(({ name }) => !applied.some(done => done.name === name))
      const waiting = await waitingContractions(db)
      if (missing.length > waiting.length) return look('notMigrated', { count: missing.length - waiting.length })
      return waiting.length > 0
        ? ok('contractionWaits', { names: waiting.join(', ') })
        : ok('migrated', { count: applied.length })
    },

    async nodes() {
      const nodes = await db.many(
        Node,
        sql`select version, count(*)::int as count from nodes where seen_at > now() - interval '3 minutes' group by version order by version`,
      )
      if (nodes.length === 0) return look('noNode')
      const list = nodes.map(({ version, count }) => `${version} × ${count}`).join(', ')
      return nodes.length > 1 ? look('nodesDiffer', { list }) : ok('nodes', { list })
    },

    async clock() {
      const before = Date.now()
      const found = await db.one(Clock, sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`)
      const apartMs = Math.round(Math.abs((found?.nowMs ?? 0) - (before + Date.now()) / 2))
      if (apartMs > clockMs) return broken('clockOff', { ms: apartMs })
      return isShared ? ok('clock', { ms: apartMs }) : ok('oneClock')
    },

    passkeys: () => passkeysAt(db, publicUrl),

    leftovers: () => leftoversOf(db, store),

    async outbox() {
      const late = await db.count(sql`from outbox where due_at < now() - interval '10 minutes'`)
      return late > 0 ? look('outboxLate', { count: late }) : ok('outbox')
    },
  }
}

/** Passkeys work only at the host for which they were made. */
async function passkeysAt(db: Db, publicUrl: string | undefined) {
  // The schema's own finding says that the table is not there yet.
  if ((await db.count(sql`from pg_tables where tablename = 'passkeys' and schemaname = current_schema()`)) === 0)
    return off('noPasskeys')
  const host = new URL(publicUrl ?? 'http://localhost').hostname
  const {
    here = 0,
    elsewhere = 0,
    before = '',
  } = (await db.one(
    Hosts,
    sql`select count(*) filter (where rp_id = ${host})::int as here, count(*) filter (where rp_id <> ${host})::int as elsewhere,
                 coalesce(string_agg(distinct rp_id, ', ') filter (where rp_id <> ${host}), '') as before from passkeys`,
  )) ?? {}
  if (elsewhere > 0) return look('passkeysElsewhere', { count: elsewhere, before, host })
  return here > 0 ? ok('passkeys', { count: here, host }) : off('noPasskeys')
}

/** What an interrupted change or a lost folder has left. */
async function leftoversOf(db: Db, store: PictureStore) {
  const rows = await db.count(
    sql`from chats c where ${isPair} and not exists (select from memberships m where m.chat_id = c.id)`,
  )
  const known = new Set((await db.many(Name, sql`select name from pictures`)).map(({ name }) => name))
  let files = 0
  const found = new Set<string>()
  for await (const { name } of store.list()) {
    if (known.has(name)) found.add(name)
    else files += 1
  }
  const lost = known.size - found.size
  if (lost > 0) return broken('picturesLost', { count: lost })
  if (rows > 0) return broken('chatsWithout', { count: rows })
  return ok('leftovers', { count: known.size, files })
}
