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
import { createPoll } from '@papadag/contract/playdates/polls'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { acquainted } from '../chat.ts'
import { aPoll } from '../polls.ts'
import { aPlaydate, type Father, type World, world } from '../world.ts'

export type Target = { targetType: 'message' | 'playdate' | 'poll' | 'departure'; targetId: number }

export interface Scene extends World<4> {
  /** Who wrote it, who received it, and who else takes part. */
  writer: Father
  reader: Father
  other: Father
  playdateId: number
}

export type Text = (scene: Scene) => Promise<Target>

export const ugly = 'wat een lelijke woorden'

export const home = aPlaydate({
  description: ugly,
  location: 'Kerkstraat 5',
  locationVisibility: 'participants',
  area: 'De Pijp',
  maxParticipants: 5,
})

export const said = (father: Father, id: number, more: object = {}, content = ugly) =>
  father.call(sendMessage, { params: { id }, body: { content, ...more } })

export const about = (targetType: Target['targetType'], targetId: number): Target => ({ targetType, targetId })

export const params = ({ playdateId: id }: Scene) => ({ params: { id } })

export const joins = (scene: Scene, father: Father, body = {}) => father.call(joinPlaydate, { ...params(scene), body })

/** Every kind of text that is written to somebody. */
export const texts = {
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

export async function scene(): Promise<Scene> {
  const made = await world({ fathers: 4 })
  const [writer, reader, other] = made.fathers
  const { id } = await made.host.call(createPlaydate, { body: home })
  return { ...made, writer, reader, other, playdateId: id }
}

export const report = (father: Father, target: Target) =>
  father.call(sendReport, { body: { ...target, reason: 'harassment' } })
