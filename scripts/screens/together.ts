import { sendMessage, threadOf } from '@papadag/contract/chat'
import { makeParentLink } from '@papadag/contract/parent-links'
import { searchPlaces } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { answerPoll, createPoll } from '@papadag/contract/playdates/polls'
import { takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import type { Father } from '../../tools/father.ts'

export type Together = Awaited<ReturnType<typeof planTogether>>

const hourMs = 3_600_000

/** A weekly playdate, one that is full, a group chat, an open hour and a poll, for the pictures. */
export async function planTogether([daan, kwame, pim, karim]: [Father, Father, Father, Father]) {
  const start = Math.ceil(Date.now() / hourMs) * hourMs
  const times = (afterHours: number) => ({
    startTime: new Date(start + afterHours * hourMs).toISOString(),
    endTime: new Date(start + (afterHours + 2) * hourMs).toISOString(),
  })
  const plan = (father: Father, hours: number, title: string, more: object) =>
    father.client.call(createPlaydate, {
      body: { title, location: 'Oosterpark, Amsterdam', maxParticipants: 8, ...times(hours), ...more },
    })
  const at = (id: number) => ({ params: { id }, body: {} })

  const weekly = await plan(kwame, 75, 'Elke week naar het park', { repeats: { every: 'week' }, minimumFathers: 3 })
  if (weekly.series) await daan.client.call(takeStanding, at(weekly.series.id))
  const full = await plan(pim, 100, 'Kijken bij de kas', { maxParticipants: 2 })
  await karim.client.call(joinPlaydate, at(full.id))
  await daan.client.call(waitForPlaydate, at(full.id))

  const own = await plan(daan, 124, 'Vlotten bouwen', {})
  for (const father of [kwame, pim]) await father.client.call(joinPlaydate, at(own.id))
  const thread = await daan.client.call(threadOf, { params: { id: own.id } })
  const send = (father: Father, content: string, more = {}) =>
    father.client.call(sendMessage, { params: { id: thread.id }, body: { content, ...more } })
  await send(kwame, 'Ik neem touw mee. Wie heeft planken?')
  await send(pim, 'Ik! En een extra zaag.')
  await send(daan, 'We beginnen een kwartier later.', { announcement: true })

  const [playground] = await karim.client.call(searchPlaces, { query: { type: 'playground', limit: 1 } })
  const open = await plan(karim, 148, 'Vadercafé in de speeltuin', {
    ...{ kind: 'open', repeats: { every: 'week' }, location: playground?.name, placeId: playground?.id },
  })

  const poll = await daan.client.call(createPoll, {
    body: {
      ...{ title: 'Naar het pannenkoekenbos', location: 'Amsterdamse Bos', maxParticipants: 8 },
      ...{ times: [171, 196, 220].map(times), fathers: [kwame.user.id, pim.user.id] },
    },
  })
  const [first, second, third] = poll.times.map(({ id }) => String(id))
  if (first && second && third) {
    const answers = { [first]: 'yes', [second]: 'maybe', [third]: 'no' } as const
    await kwame.client.call(answerPoll, { params: { id: poll.id }, body: { answers } })
  }
  const parent = await daan.client.call(makeParentLink, at(weekly.id))
  const path = (url: string) => new URL(url).pathname
  return {
    ...{ weekly: weekly.id, full: full.id, own: own.id, thread: thread.id, open: open.id, poll: poll.id },
    ...{ pollLink: path(poll.url ?? ''), parentLink: path(parent.url) },
  }
}
