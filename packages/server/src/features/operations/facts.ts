import { readdirSync, statfsSync } from 'node:fs'
import * as z from 'zod/mini'
import { isBackup, madeAt } from '../../platform/backup/backup-name.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Facts } from '../../platform/metrics/meters.ts'

const Found = z.object({ outboxDue: z.number(), outboxAgeS: z.number(), nodes: z.number(), importedAtS: z.number() })

/** Facts about the whole installation, from the database and the disk. */
export async function readFacts(
  db: Db,
  { dataDir, backup }: Pick<Config, 'dataDir' | 'backup'>,
): Promise<Omit<Facts, 'metAgain'>> {
  const { bavail, bsize } = statfsSync(dataDir)
  const found = await db.one(
    Found,
    sql`select (select count(*)::int from outbox where due_at <= now()) as "outboxDue",
               coalesce((select extract(epoch from now() - min(due_at)) from outbox where due_at <= now()), 0)::float8 as "outboxAgeS",
               (select count(*)::int from nodes where seen_at > now() - interval '3 minutes') as nodes,
               coalesce((select extract(epoch from max(finished_at)) from import_runs), 0)::float8 as "importedAtS"`,
  )
  if (!found) throw new Error('a row of numbers')
  return { ...found, backedUpAtS: lastBackupMs(backup?.folder) / 1000, diskFreeBytes: bavail * bsize }
}

/** When the last backup in the folder was made; 0 if there is none. */
export function lastBackupMs(folder: string | undefined): number {
  if (folder === undefined) return 0
  try {
    const last = readdirSync(folder).filter(isBackup).sort().at(-1)
    return last === undefined ? 0 : madeAt(last).epochMilliseconds
  } catch {
    return 0
  }
}
