import { readFileSync } from 'node:fs'
import { ConfigProblem } from '../config.ts'
import { isFromBefore } from '../db/migrate.ts'
import type { Head } from './file.ts'

/** The newest migration and the commit of the last checkouts before 1.0.0, whose backups can be restored. */
const last = { migration: '2026-11-28-1830-places-taken-down.sql', commit: '11a573f6' }

const file = new URL('../../../migrations/backups/from-before-1.0.0.sql', import.meta.url)
const line = '-- ==== when the rows are there\n'

/** Whether a backup was made by a checkout from before 1.0.0. */
export const isOlder = ({ migrations }: Head): boolean => isFromBefore(migrations.map(name => ({ name })))

export function mustBeOfLastCheckout(path: string, { migrations }: Head): void {
  if (!migrations.includes(last.migration))
    throw new ConfigProblem(
      `${path} was made by a checkout long before 1.0.0: let commit ${last.commit} start with that data and back it up again. Nothing was changed.`,
    )
}

/** The tables that such a backup needs in addition to those of 1.0.0, and what is done with their rows. */
export function readOlder(): { tables: string; conversion: string } {
  const [tables = '', conversion = ''] = readFileSync(file, 'utf8').split(line)
  return { tables, conversion }
}
