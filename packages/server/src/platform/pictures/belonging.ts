import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type Db, sql } from '../db/db.ts'
import type { Ledger } from '../ledger.ts'

const Kept = z.object({ mark: z.string() })

/**
 * Whether this store belongs to the database. The first node writes a mark into its store and into the database; a node
 * whose store lacks the mark would show broken pictures.
 */
export async function belongsTogether(db: Db, marks: Ledger): Promise<boolean> {
  const [own] = await marksIn(marks)
  const offered = own ?? randomBytes(16).toString('hex')
  // Marked before the row is written: a node that starts concurrently must find the mark once it finds the row.
  if (!own) await marks.add(offered)
  await db.run(sql`insert into picture_store (mark) values (${offered}) on conflict (is_only) do nothing`)
  const kept = await db.one(Kept, sql`select mark from picture_store`)
  return kept !== undefined && (await marksIn(marks)).includes(kept.mark)
}

async function marksIn(marks: Ledger): Promise<string[]> {
  const found: string[] = []
  for await (const name of marks.list()) if (/^[0-9a-f]{32}$/.test(name)) found.push(name)
  return found
}
