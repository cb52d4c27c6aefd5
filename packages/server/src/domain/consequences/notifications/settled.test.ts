import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { users } from '../../../testing/domain/rows.ts'
import { settleTooFew } from './playdates/playdate-too-few.ts'
import { settleAsked } from './polls/poll-asked.ts'
import { settleProposed } from './polls/proposal-asked.ts'
import { settleConfirmation } from './series/standing-asked.ts'

const Row = z.object({ name: z.string() })

test.each<[string, string, (tx: Db, id: number, userId: number) => Promise<void>]>([
  ['playdate.confirm', 'playdateId', settleConfirmation],
  ['playdate.tooFew', 'playdateId', settleTooFew],
  ['proposal.asked', 'proposalId', settleProposed],
  ['poll.asked', 'pollId', settleAsked],
])(
  'an answer settles only the question %s of the father who answered, about this item',
  async (kind, about, settle) => {
    const db = await testDb()
    const [tom, jan] = await users(db, 'tom', 'jan')
    const ask = (name: string, userId: number, kindOf: string, id: number) =>
      db.run(sql`
      insert into notifications (user_id, kind, details)
      values (${userId}, ${kindOf}, jsonb_build_object(${about}::text, ${id}::int, 'title', ${name}::text))`)
    await ask('his', tom, kind, 7)
    await ask('of another father', jan, kind, 7)
    await ask('of another kind', tom, 'playdate.left', 7)
    await ask('about another', tom, kind, 8)
    await db.transaction(tx => settle(tx, 7, tom))
    const read = sql`select details ->> 'title' as name from notifications where read_at is not null`
    expect(await db.many(Row, read)).toEqual([{ name: 'his' }])
  },
)
