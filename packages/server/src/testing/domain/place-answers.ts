import { type Db, sql } from '../../platform/db/db.ts'
import type { Father } from '../world.ts'

/** The same father, calling from this address. */
export function from(father: Father, address: string): Father {
  const send = father.fetch.bind(father)
  return Object.assign(Object.create(father) as Father, {
    fetch: (method: string, path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('x-forwarded-for', address)
      return send(method, path, { ...init, headers })
    },
  })
}

/** Whatever a father can leave at a place by answering and reporting, with these marks in it. */
export async function markedAnswers(
  db: Db,
  { placeId, userId, mark }: { placeId: number; userId: number; mark: (column: string) => string },
): Promise<void> {
  await db.run(sql`
    with state as (
      insert into place_states (place_id, kind, text, reported_by, since, until)
      values (${placeId}, 'broken', ${mark('place_states.text')}, ${userId}, current_date, current_date + 14) returning id)
    insert into place_state_voices (state_id, user_id, network, says)
    select id, ${userId}, ${mark('place_state_voices.network')}, 'still' from state`)
  await db.run(sql`
    insert into place_fact_answers (place_id, key, user_id, network, value, is_established, day)
    values (${placeId}, ${mark('place_fact_answers.key')}, ${userId}, ${mark('place_fact_answers.network')},
            to_jsonb(${mark('place_fact_answers.value')}::text), true, current_date)`)
  await db.run(sql`
    insert into place_visits (user_id, place_id, until) values (${userId}, ${placeId}, now() + interval '1 hour')`)
  await db.run(sql`
    insert into place_questions (user_id, question, day) values (${userId}, ${mark('place_questions.question')}, current_date)`)
}
