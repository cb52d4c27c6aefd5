import { type Sql, sql } from '../../../../platform/db/db.ts'

/** The details of a notice about the circle `g`. */
export const aboutCircle = sql`jsonb_build_object('circleId', g.id, 'title', g.name)`

/** One outbox row for each reader stands for whatever happens in the circle `g` (safety 7). */
export const subjectOfCircle = sql`'circle ' || g.id`

/** Whether the notification `n` is about this circle. */
export function isAboutCircle(circleId: number | Sql): Sql {
  return sql`n.details -> 'circleId' = to_jsonb(${circleId}::int)`
}
