import { makeCalendarFeed } from '@papadag/contract/calendars'
import { sendMessage, threadOf } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { makeParentLink } from '@papadag/contract/parent-links'
import { confirmPlace } from '@papadag/contract/places/place-edits'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import { editPlace, savePlace } from '@papadag/contract/places/places'
import { createPlaydate, deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { pauseSeries, takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { subscribe } from '@papadag/contract/push'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../chat.ts'
import { aPlayground } from '../places.ts'
import { answerTimes, aPoll, timeAt } from '../polls.ts'
import { aProposal } from '../proposals.ts'
import type { pushService } from '../push.ts'
import { anHourIn, inDays } from '../series.ts'
import { aPlaydate, type Father } from '../world.ts'

export interface Cast {
  db: Db
  host: Father
  guest: Father
  waiter: Father
  stranger: Father
  moderator: Father
  service: Awaited<ReturnType<typeof pushService>>
}

/** One of everything, with the same fathers in the same parts. */
export async function things(
  { db, host, guest, waiter, service }: Cast,
  { name, friend, every }: { name: string; friend: Father; every: Rhythm },
) {
  const latitude = every === 'week' ? 52.1 : 52.4
  const place = await aPlayground(host, { name: `Speeltuin ${name}`, latitude, longitude: 5.1 })
  await guest.call(reviewPlace, { params: { id: place.id }, body: { rating: 4, text: name } })
  await guest.call(savePlace, { params: { id: place.id } })
  await waiter.call(confirmPlace, { params: { id: place.id } })
  await host.call(editPlace, { params: { id: place.id }, form: { description: `Zand, ${name}` } })

  const times = anHourIn(4)
  const about = { title: name, location: name, placeId: place.id }
  const playdate = await host.call(createPlaydate, { body: aPlaydate({ ...times, ...about, maxParticipants: 3 }) })
  const params = { id: playdate.id }
  await guest.call(joinPlaydate, { params, body: { children: 1 } })
  await waiter.call(waitForPlaydate, { params, body: {} })
  const invite = await guest.call(makeInvite, { params, body: {} })
  await guest.call(makeParentLink, { params })
  const thread = await host.call(threadOf, { params })
  await host.call(sendMessage, { params: { id: thread.id }, body: { content: name, announcement: true } })

  const cancelled = await host.call(createPlaydate, { body: aPlaydate({ ...times, ...about }) })
  await guest.call(joinPlaydate, { params: { id: cancelled.id }, body: {} })
  await host.call(deletePlaydate, { params: { id: cancelled.id } })

  const first = await host.call(createPlaydate, {
    body: aPlaydate({ ...times, ...about, maxParticipants: 3, minimumFathers: 3, repeats: { every } }),
  })
  const series = { id: first.series?.id ?? 0 }
  await guest.call(takeStanding, { params: series, body: { children: 1 } })
  await waiter.call(takeStanding, { params: series, body: {} })
  const dates = await db.many(
    Dated,
    sql`select id, to_json(start_time) #>> '{}' as start, to_json(end_time) #>> '{}' as end
          from playdates where series_id = ${series.id} order by slot`,
  )
  const away = { from: inDays(60).slice(0, 10), until: inDays(70).slice(0, 10) }
  await host.call(pauseSeries, { params: series, body: away })

  const poll = await host.call(createPoll, { body: aPoll({ ...about, fathers: [guest.id, waiter.id] }) })
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes', [timeAt(poll, 1)]: 'no' }, { children: 1 })
  const other = await host.call(createPoll, { body: aPoll({ ...about, fathers: [guest.id] }) })
  const proposal = await aProposal(db, place.id, [host.id, guest.id, waiter.id])
  await guest.call(answerProposal, { params: { id: proposal }, body: { coming: true } })

  const chat = await acquainted(host, friend)
  const circle = { id: await aCircle(host, [friend], { name }) }
  await host.call(createPlaydate, { body: aPlaydate({ ...times, title: name, circleId: circle.id }) })
  const feed = await guest.call(makeCalendarFeed, { body: { name, variant: 'full' } })
  const device = await guest.call(subscribe, { body: { ...service.subscription(name), name } })
  return {
    ...{ place, playdate, invite, thread, cancelled, series, dates, poll, other, proposal },
    chat,
    circle,
    friend,
    feed,
    device,
  }
}
export type Things = Awaited<ReturnType<typeof things>>

const Dated = z.object({ id: z.int(), start: z.string(), end: z.string() })
