import { threadOf } from '@papadag/contract/chat'
import { createPlaydate, joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { heard } from '../../testing/chat.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, world } from '../../testing/world.ts'

const rounds = 20

/**
 * Records the thread's last number whenever somebody joins, leaves or blocks, in the same transaction and under its
 * lock.
 */
async function noteChanges(db: Db) {
  await db.script(`
    create table noted (what text, one int, other int, seq int, n serial);
    create function note_member() returns trigger language plpgsql as $$
    begin
      insert into noted (what, one, seq) select tg_op, s.user_id, c.last_seq
        from seats s join chats c on c.playdate_id = s.playdate_id;
      return null;
    end $$;
    -- By their names, these run after the triggers that lock the thread.
    create trigger then_noted_taken after insert on participants
      referencing new table as seats for each statement execute function note_member();
    create trigger then_noted_freed after delete on participants
      referencing old table as seats for each statement execute function note_member();
    create function note_block() returns trigger language plpgsql as $$
    begin
      insert into noted (what, one, other, seq)
        select 'block', new.blocker_id, new.blocked_id, max(c.last_seq)
          from chats c where c.playdate_id is not null;
      return null;
    end $$;
    create trigger noted after insert on blocks for each row execute function note_block()`)
}

const Noted = z.object({ what: z.string(), one: z.int(), other: z.nullable(z.int()), seq: z.int() })
type Noted = z.output<typeof Noted>

/** Whether a father was on the playdate when this message was stored. */
function wasOn(noted: readonly Noted[], userId: number, seq: number): boolean {
  const own = noted.filter(({ what, one }) => one === userId && what !== 'block')
  return own.findLast(({ seq: at }) => at < seq)?.what === 'INSERT'
}

/** Whether a father left the playdate after this message was stored. */
function hasLeftSince(noted: readonly Noted[], userId: number, seq: number): boolean {
  return noted.some(({ what, one, seq: at }) => what === 'DELETE' && one === userId && at >= seq)
}

test('in 20 rounds of leaving, joining, blocking and writing on two nodes, a message reaches the participants and nobody else', async () => {
  const all = await world({ fathers: 8 })
  const { db, host, fathers } = all
  const there = await all.newNode()
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ maxParticipants: 20 }) })
  const params = { id }
  for (const father of fathers) await father.call(joinPlaydate, { params, body: {} })
  const { id: chatId } = await host.call(threadOf, { params })
  await noteChanges(db)
  await db.run(
    sql`insert into noted (what, one, seq) select 'INSERT', user_id, 0 from memberships where chat_id = ${chatId}`,
  )
  const people = [host, ...fathers].map((father, at) => (at % 2 ? all.at(there, father) : father))
  const screens = await Promise.all(people.map(async father => ({ id: father.id, screen: await connect(father) })))
  const movers = people.slice(1, 4)
  const stayers = people.slice(4)
  // In each round, two guests who have not done so yet block each other.
  const pairs = stayers.flatMap((one, at) => stayers.slice(at + 1).map(other => [one, other] as const))

  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { screen }] of screens.entries()) {
      for (let n = 0; n < 3; n += 1) screen.send({ type: 'send_message', chatId, content: `${round} ${at} ${n}` })
    }
    await Promise.all([
      ...movers.map((father, at) =>
        (round + at) % 2
          ? father.call(leavePlaydate, { params, body: {} })
          : father.call(joinPlaydate, { params, body: {} }),
      ),
      ...pairs.slice(round, round + 1).map(([one, other]) => one.call(block, { params: { id: other.id } })),
    ])
  }
  // Every message has been stored or refused.
  for (const { id: userId, screen } of screens) {
    const isAnswered = (frame: Record<string, unknown>) =>
      frame.type === 'error' ||
      (frame.type === 'message' && (frame.message as { senderId: number }).senderId === userId) // as the contract says
    await screen.until(() => (screen.frames.filter(isAnswered).length === 3 * rounds ? true : undefined))
  }
  const stored = await db.many(
    z.object({ seq: z.int(), senderId: z.int() }),
    sql`select seq, sender_id as "senderId" from messages where chat_id = ${chatId} order by seq`,
  )
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  const noted = await db.many(Noted, sql`select what, one, other, seq from noted order by n`)
  const blocksOf = (one: number, other: number) =>
    noted.filter(
      ({ what, ...who }) =>
        what === 'block' && [who.one, who.other].includes(one) && [who.one, who.other].includes(other),
    )
  for (const { id: userId, screen } of screens) {
    const due = stored.filter(
      ({ seq, senderId }) =>
        senderId === userId ||
        (wasOn(noted, userId, seq) && blocksOf(userId, senderId).every(({ seq: at }) => at >= seq)),
    )
    // A node that missed an announcement reads the message, for those who may read it by then.
    const isOwed = ({ seq, senderId }: (typeof stored)[number]) =>
      senderId === userId || (!hasLeftSince(noted, userId, seq) && blocksOf(userId, senderId).length === 0)
    const seqs = () => heard(screen, chatId).map(({ seq }) => seq)
    await screen.until(() => (due.filter(isOwed).every(({ seq }) => seqs().includes(seq)) ? true : undefined))
    await screenSettled(screen)
    const got = new Set(seqs())
    expect(seqs()).toEqual(due.filter(({ seq }) => got.has(seq)).map(({ seq }) => seq))
  }
  expect(stored.length).toBeGreaterThan(rounds * 3)
})

/** Frames are handled in order: once this one is refused, what was sent before it has been answered. */
async function screenSettled(screen: Awaited<ReturnType<typeof connect>>) {
  const before = screen.frames.length
  screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await screen.until(() => screen.frames.slice(before).find(({ code }) => code === 'live.unknownPath'))
}
