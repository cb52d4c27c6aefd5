import { type Sql, sql } from '../../../../platform/db/db.ts'

/** Whether every node, and so every page that one has served lately, has this migration. */
export const isKnownSince = (migration: string): Sql => sql`not exists (
  select from nodes where knows < ${migration} and seen_at > now() - interval '10 minutes')`
