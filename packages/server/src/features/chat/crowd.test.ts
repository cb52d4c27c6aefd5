import { expect, inject, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { openEmbedded } from '../../platform/db/embedded/embedded.ts'
import { postgresUrl } from '../../testing/database.ts'
import { openSocket } from '../../testing/socket.ts'
import { Father, world } from '../../testing/world.ts'

const crowd = 1000
/** No request is refused before it has waited this long for its turn at the database. */
const turnMs = 10_000
const Id = z.object({ id: z.number() })

test.skipIf(postgresUrl !== undefined)(
  'when a thousand sockets open their chats at once, the embedded database serves every one it can within 10 s',
  async () => {
    const db = await openEmbedded({
      copyOf: inject('template'),
      decode: false,
      onCrash: error => {
        throw error
      },
    })
    onTestFinished(() => db.close())
    const { origin } = await world({ db, env: { RATE_LIMIT: 'on' } })
    const ids = await db.many(
      Id,
      sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
          select 'druk' || n, 'druk' || n, n || '@druk.test', n || '@druk.test', '', 'Vader', n::text
            from generate_series(1, ${crowd}::int) n returning id`,
    )
    await db.run(sql`
      insert into sessions (token_hash, user_id, expires_at)
      select sha256(('token' || id)::bytea), id, now() + interval '1 hour' from users where username like 'druk%'`)
    await db.run(sql`
      with pairs as (select id, lead(id) over (order by id) as other, row_number() over (order by id) as n
                       from users where username like 'druk%'),
           chat as (insert into chats (first_member, second_member, last_seq)
                    select id, other, 1 from pairs where n % 2 = 1 returning id, first_member, second_member),
           member as (insert into memberships (chat_id, user_id)
                      select id, unnest(array[first_member, second_member]) from chat)
      insert into messages (chat_id, seq, sender_id, content, sent_at) select id, 1, first_member, 'hoi', now() - interval '1 hour' from chat`)
    const chats = await db.many(
      z.object({ userId: z.number(), chatId: z.number() }),
      sql`select user_id as "userId", chat_id as "chatId" from memberships`,
    )
    const chatOf = new Map(chats.map(({ userId, chatId }) => [userId, chatId]))

    const answers = await Promise.all(
      ids.map(async ({ id }) => {
        const father = new Father(origin, id, `druk${id}`)
        father.cookies.set('sid', `token${id}`)
        const begunMs = performance.now()
        const screen = openSocket(father)
        const answer = async () => {
          if (!(await screen.opened())) return '503'
          screen.send({ type: 'authenticate', userId: id, token: '{token}', tab: 'a tab' })
          screen.send({ type: 'get_messages', chatId: chatOf.get(id), peek: true })
          return (await screen.until(() => screen.frames.find(({ type }) => type !== 'authenticated'))).type
        }
        return { answer: await answer(), ms: performance.now() - begunMs }
      }),
    )
    const served = answers.filter(({ answer }) => answer === 'initial_messages')
    expect(served.length).toBeGreaterThan(0)
    // On a machine so busy that a turn takes longer, refusing is right.
    expect(answers.filter(({ answer, ms }) => answer !== 'initial_messages' && ms < turnMs)).toEqual([])
  },
)
