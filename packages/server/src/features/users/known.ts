import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { record } from '../../domain/facts.ts'
import { isKnown, knownCandidates } from '../../domain/known.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'

const Found = z.object({ playdateId: z.nullable(z.number()) })

interface Answer {
  aboutId: number
  yes: boolean
  network: string
}

/** Keeps what he says of a father of whom he was asked; throws `user.unknown` for anybody else. */
export function answer(db: Db, { aboutId, yes, network }: Answer, userId: number): Promise<void> {
  return db.transaction(async tx => {
    const found = await tx.one(
      Found,
      sql`select coalesce(
            (select a.playdate_id from known_answers a where a.user_id = ${userId} and a.about_id = u.id),
            (select q.playdate_id from ${knownCandidates(userId)} where q.person_id = u.id)) as "playdateId"
          from users u where u.id = ${aboutId} and u.id <> all (${blockedWith(userId)})`,
    )
    if (!found?.playdateId) throw new Problem('user.unknown')
    const count = () => tx.count(sql`from users u where u.id = ${aboutId} and ${isKnown(sql`u.id`)}`)
    // Two answers about one father at once would each see him as he was.
    await tx.run(sql`select from users where id = ${aboutId} for no key update`)
    const before = await count()
    await tx.run(sql`
      insert into known_answers (user_id, about_id, playdate_id, says_yes, network)
      values (${userId}, ${aboutId}, ${found.playdateId}, ${yes}, ${network})
      on conflict (user_id, about_id) do update set says_yes = excluded.says_yes,
        answered_at = case when known_answers.says_yes = excluded.says_yes then known_answers.answered_at else now() end,
        network = case when known_answers.says_yes = excluded.says_yes then known_answers.network else excluded.network end`)
    await record(tx, { fact: 'knownAnswered', userId, aboutId })
    // Whoever shows him hears only of what is shown.
    if ((await count()) !== before) await record(tx, { fact: 'personChanged', userId: aboutId })
  })
}

/** Deletes what says only that he is not to be asked again, once nobody would ask him, for a job. */
export async function forgetKnown(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    sql`known_answers`,
    sql`not says_yes and answered_at < now() - make_interval(days => ${2 * limits.knownAskedDays}::int)`,
  )
}
