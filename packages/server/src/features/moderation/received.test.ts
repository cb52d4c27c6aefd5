import { sendMessage, threadOf } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
} from '@papadag/contract/playdates/playdates'
import { choosePollTime, createPoll, deletePoll, onePoll } from '@papadag/contract/playdates/polls'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import type { Refused } from '../../testing/client.ts'
import { decide } from '../../testing/moderation.ts'
import { aPoll, timeAt } from '../../testing/polls.ts'
import { aPlaydate, type Father, password, type World, world } from '../../testing/world.ts'
import { forgetReceived } from './received.ts'

type Target = { targetType: 'message' | 'playdate' | 'poll' | 'departure'; targetId: number }
interface Scene extends World<4> {
  /** Who wrote it, who received it, and who else takes part. */
  writer: Father
  reader: Father
  other: Father
  playdateId: number
}
type Text = (scene: Scene) => Promise<Target>

const ugly = 'wat een lelijke woorden'
const across = 'niet aan hem'
const home = aPlaydate({
  description: ugly,
  location: 'Kerkstraat 5',
  locationVisibility: 'participants',
  area: 'De Pijp',
  maxParticipants: 5,
})
const said = (father: Father, id: number, more: object = {}, content = ugly) =>
  father.call(sendMessage, { params: { id }, body: { content, ...more } })
const about = (targetType: Target['targetType'], targetId: number): Target => ({ targetType, targetId })
const params = ({ playdateId: id }: Scene) => ({ params: { id } })
const joins = (scene: Scene, father: Father, body = {}) => father.call(joinPlaydate, { ...params(scene), body })

/** Every kind of text that is written to somebody. */
const texts = {
  'a message': async ({ writer, reader }) =>
    about('message', (await said(writer, await acquainted(writer, reader))).id),
  'a message in a thread': async scene => {
    await joins(scene, scene.reader)
    await joins(scene, scene.writer)
    const { id } = await scene.reader.call(threadOf, params(scene))
    return about('message', (await said(scene.writer, id)).id)
  },
  'an announcement': async scene => {
    await joins(scene, scene.reader)
    const { id } = await scene.host.call(threadOf, params(scene))
    return about('message', (await said(scene.host, id, { announcement: true })).id)
  },
  'a question': async ({ host, reader }) => {
    const body = aPoll({ title: ugly, fathers: [reader.id] })
    return about('poll', (await host.call(createPoll, { body })).id)
  },
  'the description of his playdate': async scene => {
    await joins(scene, scene.reader)
    return about('playdate', scene.playdateId)
  },
  'the description of a playdate he waits for': async scene => {
    await joins(scene, scene.other, { children: 3 })
    await scene.reader.call(waitForPlaydate, { ...params(scene), body: {} })
    return about('playdate', scene.playdateId)
  },
  'the description of a playdate he was asked to': async scene => {
    const chatId = await acquainted(scene.host, scene.reader)
    await said(scene.host, chatId, { asksTo: scene.playdateId }, 'Kom je mee?')
    return about('playdate', scene.playdateId)
  },
  'the reason of a cancellation': async scene => {
    await joins(scene, scene.reader)
    await scene.host.call(editPlaydate, { ...params(scene), body: { ...home, description: 'Zandtaartjes bakken.' } })
    await scene.host.call(deletePlaydate, { ...params(scene), body: { reasonKind: 'other', reason: ugly } })
    return about('playdate', scene.playdateId)
  },
  'a sentence at leaving': async scene => {
    const { id } = await scene.reader.call(createPlaydate, { body: aPlaydate() })
    await scene.writer.call(joinPlaydate, { params: { id }, body: {} })
    await scene.writer.call(leavePlaydate, { params: { id }, body: { message: ugly } })
    const notice = (await scene.reader.call(notifications)).find(({ kind }) => kind === 'playdate.left')
    scene.playdateId = id
    return about('departure', notice?.id ?? 0)
  },
  'a sentence at declining': async scene => {
    const { id } = await scene.reader.call(createPlaydate, { body: aPlaydate() })
    const chatId = await acquainted(scene.reader, scene.writer)
    await said(scene.reader, chatId, { asksTo: id }, 'Kom je mee?')
    await scene.writer.call(declinePlaydate, { params: { id }, body: { message: ugly } })
    const notice = (await scene.reader.call(notifications)).find(({ kind }) => kind === 'playdate.left')
    scene.playdateId = id
    return about('departure', notice?.id ?? 0)
  },
} satisfies Record<string, Text>

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

async function scene(): Promise<Scene> {
  const made = await world({ fathers: 4 })
  const [writer, reader, other] = made.fathers
  const { id } = await made.host.call(createPlaydate, { body: home })
  return { ...made, writer, reader, other, playdateId: id }
}

const report = (father: Father, target: Target) =>
  father.call(sendReport, { body: { ...target, reason: 'harassment' } })
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

test('a text that moderators have removed for good is not kept for other reports', async () => {
  const here = await scene()
  const target = await texts['a question'](here)
  const { id } = await report(here.reader, target)
  await here.db.run(sql`update users set is_moderator = true where id = ${here.other.id}`)
  await decide(here.other, id, 'remove')
  expect(await here.db.count(sql`from kept_texts`)).toBe(0)
})

test.each([
  ['a message in a thread', 7],
  ['the description of his playdate', 30],
  ['a question', 30],
  ['a sentence at leaving', 30],
] as const)('once the time for keeping it is over, %s is deleted for everybody', async (text, days) => {
  const here = await scene()
  const target = await texts[text](here)
  // Of the poll, so that its own week after its last time does not come first.
  await here.db.run(sql`update polls set ends_at = now() + interval '60 days'`)
  for (const father of [here.writer, here.host]) await father.call(deleteAccount, { body: { password } })
  const age = (hours: number) =>
    here.db.run(sql`
      with older as (update received set lost_at = lost_at - make_interval(hours => ${hours})),
           late as (update kept_texts set kept_until = kept_until - make_interval(hours => ${hours}))
      update messages set sent_at = sent_at - make_interval(hours => ${hours})`)
  await age(days * 24 - 1)
  await forgetReceived(here.db, 7)
  await report(here.reader, target)
  await here.db.run(sql`update reports set closed_at = now()`)
  await age(2)
  await expect(report(here.reader, target)).rejects.toMatchObject({ status: 404, code: 'report.unknownTarget' })
  await age(30 * 24)
  await forgetReceived(here.db, 7)
  expect(await here.db.count(sql`from kept_texts`)).toBe(0)
  expect(await here.db.count(sql`from received`)).toBe(0)
})

test('a text is kept no longer than its own retention, and not at all if nobody could read it', async () => {
  const here = await scene()
  await texts['a question'](here)
  await here.db.run(sql`update polls set ends_at = now() - interval '6 days'`)
  await here.host.call(deleteAccount, { body: { password } })
  // His playdate, which nobody was on, is not kept at all.
  expect(await here.db.count(sql`from kept_texts`)).toBe(1)
  expect(await here.db.count(sql`from kept_texts where kept_until < now() + interval '25 hours'`)).toBe(1)
})
