import { threadOf } from '@papadag/contract/chat'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import { deletePlaydate, editPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { choosePollTime, deletePoll, onePoll } from '@papadag/contract/playdates/polls'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import type { Refused } from '../../testing/client.ts'
import { timeAt } from '../../testing/polls.ts'
import {
  about,
  home,
  joins,
  params,
  report,
  type Scene,
  said,
  scene,
  type Target,
  texts,
  ugly,
} from '../../testing/scenes/received.ts'
import { password } from '../../testing/world.ts'

const across = 'niet aan hem'

type Loss = (scene: Scene, target: Target) => Promise<unknown>
const blocks = (one: 'reader' | 'writer' | 'host', other: 'reader' | 'writer' | 'host'): Loss => {
  return scene => scene[one].call(block, { params: { id: scene[other].id } })
}
const deletes = (who: 'writer' | 'host'): Loss => {
  return scene => scene[who].call(deleteAccount, { body: { password } })
}
const nothing: Loss = async () => {}
const moves: Loss = async scene => {
  const day = Date.now() - 86_400_000
  const [startTime, endTime] = [new Date(day).toISOString(), new Date(day + 3_600_000).toISOString()]
  await scene.host.call(editPlaydate, { ...params(scene), body: { ...home, startTime, endTime } })
}
const ofHost: Record<string, Loss> = {
  'as long as nothing happens': nothing,
  'after he blocks the writer': blocks('reader', 'host'),
  'after the writer blocks him': blocks('host', 'reader'),
  'after the writer deletes his account': deletes('host'),
  'after moderators hide the writer': ({ db, host }) =>
    db.run(sql`update users set hidden_at = now() where id = ${host.id}`),
}
const ofPlaydate: Record<string, Loss> = {
  'after he leaves': scene => scene.reader.call(leavePlaydate, { ...params(scene), body: {} }),
  'after he leaves and it is cancelled': async scene => {
    await scene.reader.call(leavePlaydate, { ...params(scene), body: {} })
    await scene.host.call(deletePlaydate, { ...params(scene), body: {} })
  },
  'after it is cancelled and its creator deletes his account': async scene => {
    await scene.host.call(deletePlaydate, { ...params(scene), body: {} })
    await scene.host.call(deleteAccount, { body: { password } })
  },
  'after it is moved into the past': moves,
  'after it is over and he blocks its creator': async scene => {
    await scene.db.run(
      sql`update playdates set start_time = now() - interval '3 hours', end_time = now() - interval '1 hour' where id = ${scene.playdateId}`,
    )
    await blocks('reader', 'host')(scene, about('playdate', 0))
  },
}
const ofWriter: Record<string, Loss> = {
  'as long as nothing happens': nothing,
  'after he blocks the writer': blocks('reader', 'writer'),
  'after the writer blocks him': blocks('writer', 'reader'),
  'after the writer deletes his account': deletes('writer'),
}
const losses: Record<keyof typeof texts, Record<string, Loss>> = {
  'a message': ofWriter,
  'a message in a thread': {
    ...ofWriter,
    ...ofPlaydate,
    'after he blocks the creator': blocks('reader', 'host'),
    'after the creator blocks him': blocks('host', 'reader'),
    'after the creator deletes his account': deletes('host'),
    'after he has left, and the writer deletes his account': async (scene, target) => {
      await ofPlaydate['after he leaves']?.(scene, target)
      await deletes('writer')(scene, target)
    },
  },
  'an announcement': { ...ofHost, ...ofPlaydate },
  'a question': {
    ...ofHost,
    'after it is deleted': ({ host }, { targetId }) => host.call(deletePoll, { params: { id: targetId } }),
    'after it has become a playdate and the writer blocks him': async (scene, { targetId: id }) => {
      const poll = await scene.host.call(onePoll, { params: { id } })
      await scene.host.call(choosePollTime, { params: { id }, body: { timeId: timeAt(poll, 0) } })
      await blocks('host', 'reader')(scene, about('poll', id))
    },
    'after its times are over': ({ db }) => db.run(sql`update polls set ends_at = now() - interval '1 hour'`),
    'while its creator is suspended': ({ db, host }) =>
      db.run(sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`),
  },
  'the description of his playdate': { ...ofHost, ...ofPlaydate },
  'the description of a playdate he waits for': ofHost,
  'the description of a playdate he was asked to': ofHost,
  'the reason of a cancellation': {
    'as long as nothing happens': nothing,
    'after he blocks the writer': blocks('reader', 'host'),
    'after the writer blocks him': blocks('host', 'reader'),
    'after the writer deletes his account': deletes('host'),
  },
  'a sentence at leaving': {
    ...ofWriter,
    'after he cancels the playdate': scene => scene.reader.call(deletePlaydate, { ...params(scene), body: {} }),
    'after the writer has left again with another sentence': async scene => {
      await joins(scene, scene.writer)
      await scene.writer.call(leavePlaydate, { ...params(scene), body: { message: 'Toch niet.' } })
    },
  },
  'a sentence at declining': {
    ...ofWriter,
    'after he cancels the playdate': scene => scene.reader.call(deletePlaydate, { ...params(scene), body: {} }),
    'after the writer can come after all': scene => joins(scene, scene.writer),
    'after the writer has said something else': scene =>
      scene.writer.call(declinePlaydate, { ...params(scene), body: { message: 'Oma is jarig.' } }),
  },
}
const rows = Object.entries(losses).flatMap(
  ([text, ways]) => Object.entries(ways).map(([when, lose]) => ({ text: text as keyof typeof texts, when, lose })), // its own keys
)
const Copy = z.object({ evidence: z.string() })

test.each(rows)('a father who received $text may report it $when, and nobody else may', async ({ text, lose }) => {
  const here = await scene()
  const stranger = here.fathers[3]
  const target = await texts[text](here)
  await lose(here, target)
  await report(here.reader, target)
  const copy = await here.db.one(Copy, sql`select evidence::text as evidence from reports`)
  expect(copy?.evidence).toContain(ugly)
  expect(copy?.evidence).not.toContain(across)
  expect(await here.db.count(sql`from kept_texts where evidence::text like '%Kerkstraat%'`)).toBe(0)
  // A coming playdate is for everybody to read.
  const isPublic =
    target.targetType === 'playdate' &&
    (await stranger.fetch('GET', `/api/playdates/${target.targetId}`)).status === 200
  const answer = await report(stranger, target).catch((refused: Refused) => refused.code)
  expect(answer).toEqual(isPublic ? { id: expect.any(Number) } : 'report.unknownTarget')
})

/** What the writer says in the thread after the reader has lost it, or lost him. */
const unheard: Record<string, Loss> = {
  'written after he left': ofPlaydate['after he leaves'] ?? nothing,
  'written across his block': blocks('reader', 'writer'),
  'written across the writer’s block': blocks('writer', 'reader'),
  'written after the creator blocked him': blocks('host', 'reader'),
}

test.each(Object.entries(unheard))(
  'a father does not know of a message %s, and no report of his copies it',
  async (_when, lose) => {
    const here = await scene()
    const first = await texts['a message in a thread'](here)
    const { id } = await here.writer.call(threadOf, params(here))
    await lose(here, first)
    // Blocks are compared in milliseconds.
    await here.db.run(sql`update blocks set created_at = created_at - interval '1 second'`)
    await here.db.run(sql`update messages set sent_at = sent_at - interval '1 hour'`)
    const later = await said(here.writer, id, {}, across)
    await expect(report(here.reader, about('message', later.id))).rejects.toMatchObject({ status: 404 })
    await report(here.reader, first)
    const copy = await here.db.one(Copy, sql`select evidence::text as evidence from reports`)
    expect(copy?.evidence).toContain(ugly)
    expect(copy?.evidence).not.toContain(across)
  },
)
