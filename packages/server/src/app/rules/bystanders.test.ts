import { calendarFeeds, makeCalendarFeed, removeCalendarFeed } from '@papadag/contract/calendars'
import { chatMessages, oneChat, sendMessage, threadOf } from '@papadag/contract/chat'
import { invitation, invites, makeInvite, revokeInvites } from '@papadag/contract/invites'
import { sendReport } from '@papadag/contract/moderation'
import { notifications, readNotification } from '@papadag/contract/notifications'
import { makeParentLink, parentLinks, removeParentLink, setParentLinks } from '@papadag/contract/parent-links'
import {
  confirmPlace,
  decideOnPlace,
  placeRevisions,
  proposeForPlace,
  undoRevision,
} from '@papadag/contract/places/place-edits'
import { placeReviews, removeReview, reviewPlace } from '@papadag/contract/places/place-reviews'
import { editPlace, onePlace, savePlace, unsavePlace } from '@papadag/contract/places/places'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  playdatesAtPlace,
  undoCancel,
} from '@papadag/contract/playdates'
import { choosePollTime, createPoll, deletePoll, onePoll } from '@papadag/contract/playdates/polls'
import { answerProposal, proposals } from '@papadag/contract/playdates/proposals'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import {
  confirmPlaydate,
  endPause,
  giveUpStanding,
  oneSeries,
  pauseSeries,
  renewSeries,
  takeStanding,
} from '@papadag/contract/playdates/series'
import { pushDevices, subscribe, unsubscribe } from '@papadag/contract/push'
import { endSession, sessions } from '@papadag/contract/users'
import { stopWaiting, waitForPlaydate, waitingList } from '@papadag/contract/waiting-list'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { decide } from '../../testing/moderation.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPoll, say, timeAt } from '../../testing/polls.ts'
import { aProposal } from '../../testing/proposals.ts'
import { pushService } from '../../testing/push.ts'
import { happens, inDays, isIn } from '../../testing/series.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

/**
 * Whatever is done with one playdate, series, poll, chat, place, device or link leaves another one of the same fathers as it
 * was: its rows, and what each of them reads of it. A statement that forgets which one it is about fails here.
 */
interface Cast {
  db: Db
  host: Father
  guest: Father
  waiter: Father
  stranger: Father
  moderator: Father
  service: Awaited<ReturnType<typeof pushService>>
}

/** One of everything, with the same fathers in the same parts. */
async function things(
  { db, host, guest, waiter, service }: Cast,
  { name, partner, every }: { name: string; partner: Father; every: Rhythm },
) {
  const latitude = every === 'week' ? 52.1 : 52.4
  const place = await aPlayground(host, { name: `Speeltuin ${name}`, latitude, longitude: 5.1 })
  await guest.call(reviewPlace, { params: { id: place.id }, body: { rating: 4, text: name } })
  await guest.call(savePlace, { params: { id: place.id } })
  await waiter.call(confirmPlace, { params: { id: place.id } })
  await host.call(editPlace, { params: { id: place.id }, form: { description: `Zand, ${name}` } })

  const times = { startTime: inDays(4), endTime: inDays(4, 3_600_000) }
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
  await say(guest, poll, { [timeAt(poll, 0)]: 'yes', [timeAt(poll, 1)]: 'no' }, { children: 1 })
  const other = await host.call(createPoll, { body: aPoll({ ...about, fathers: [guest.id] }) })
  const proposal = await aProposal(db, place.id, [host.id, guest.id, waiter.id])
  await guest.call(answerProposal, { params: { id: proposal }, body: { coming: true } })

  const chat = await acquainted(host, partner)
  const feed = await guest.call(makeCalendarFeed, { body: { name, variant: 'full' } })
  const device = await guest.call(subscribe, { body: { ...service.subscription(name), name } })
  return { ...{ place, playdate, invite, thread, cancelled, series, dates, poll, other, proposal }, chat, feed, device }
}
type Things = Awaited<ReturnType<typeof things>>

const Dated = z.object({ id: z.int(), start: z.string(), end: z.string() })
const Row = z.object({ name: z.string(), row: z.record(z.string(), z.unknown()) })
const Details = z.record(z.string(), z.unknown())

const tables = {
  ...{ playdates: sql`playdates`, participants: sql`participants`, waiting: sql`waiting`, asked: sql`asked` },
  ...{ invitations: sql`invitations`, parent_links: sql`parent_links`, notifications: sql`notifications` },
  ...{ series: sql`series`, series_regulars: sql`series_regulars`, polls: sql`polls`, poll_times: sql`poll_times` },
  ...{ poll_fathers: sql`poll_fathers`, poll_answers: sql`poll_answers`, proposals: sql`proposals` },
  ...{ proposal_fathers: sql`proposal_fathers`, chats: sql`chats`, chat_members: sql`chat_members` },
  ...{ thread_members: sql`thread_members`, messages: sql`messages`, places: sql`places` },
  ...{
    place_reviews: sql`place_reviews`,
    place_favorites: sql`place_favorites`,
    place_revisions: sql`place_revisions`,
  },
  ...{ place_confirmations: sql`place_confirmations`, place_proposals: sql`place_proposals` },
  ...{ calendar_feeds: sql`calendar_feeds`, push_subscriptions: sql`push_subscriptions`, outbox: sql`outbox` },
}

/** All rows of these things, but for what is on its way and what says when a device was last used. */
async function rowsOf(db: Db, things: Things): Promise<string[]> {
  const { playdate, cancelled, dates, series, poll, other, place, proposal, chat, thread, device } = things
  const playdates = [playdate.id, cancelled.id, ...dates.map(({ id }) => id)]
  const polls = [poll.id, other.id]
  const refers: Record<string, readonly number[]> = {
    ...{ playdate_id: playdates, playdateId: playdates, poll_id: polls, pollId: polls },
    ...{ series_id: [series.id], seriesId: [series.id], chat_id: [chat, thread.id], place_id: [place.id] },
    ...{ proposal_id: [proposal], proposalId: [proposal] },
    poll_time_id: [...poll.times, ...other.times].map(({ id }) => id),
  }
  const own: Record<string, readonly number[]> = {
    ...{ playdates, polls, chats: [chat, thread.id], series: [series.id], places: [place.id] },
    ...{ proposals: [proposal], push_subscriptions: [device.id] },
  }
  const isOf = (name: string, row: Record<string, unknown>) =>
    own[name]?.includes(Number(row.id)) ||
    row.name === playdate.title ||
    Object.entries({ ...row, ...z.optional(Details).parse(row.details) }).some(
      ([column, value]) => value !== null && refers[column]?.includes(Number(value)),
    )
  const rows = await db.many(
    Row,
    sql.join(
      Object.entries(tables).map(([name, table]) => sql`select ${name} as name, to_jsonb(t) as row from ${table} t`),
      sql` union all `,
    ),
  )
  return rows
    .filter(
      ({ name, row }) =>
        isOf(name, row) && !(name === 'outbox' && Date.parse(String(row.due_at)) < Date.now() + 3_600_000),
    )
    .map(({ name, row }) => `${name} ${JSON.stringify({ ...row, last_sent_at: null })}`)
    .toSorted()
}

/** What each of them reads of these things. */
async function readsOf({ host, guest, waiter }: Cast, things: Things) {
  const { playdate, cancelled, dates, series, poll, other, place, proposal, chat, thread, invite } = things
  const read: unknown[] = []
  for (const father of [host, guest, waiter]) {
    for (const { id } of [playdate, ...(father === guest ? [cancelled] : []), ...dates])
      read.push(await father.call(onePlaydate, { params: { id } }))
    read.push(await father.call(oneSeries, { params: series }))
    read.push(await father.call(onePoll, { params: { id: poll.id } }))
    const { distance: _, ...facts } = await father.call(onePlace, { params: { id: place.id } })
    read.push(facts)
    read.push(await father.call(placeReviews, { params: { id: place.id } }))
    read.push(await father.call(placeRevisions, { params: { id: place.id } }))
    read.push((await father.call(playdatesAtPlace, { params: { id: place.id } })).map(({ id }) => id))
    read.push((await father.call(proposals)).filter(({ id }) => id === proposal))
    read.push(await father.call(invitation, { params: { token: invite.token } }))
  }
  for (const father of [host, guest]) {
    read.push(await father.call(onePoll, { params: { id: other.id } }))
    read.push(await father.call(parentLinks, { params: { id: playdate.id } }))
    read.push(await father.call(oneChat, { params: { id: thread.id } }))
    read.push(await father.call(chatMessages, { params: { id: thread.id } }))
    read.push((await father.call(threadOf, { params: { id: playdate.id } })).id)
  }
  read.push(await host.call(waitingList, { params: { id: playdate.id } }))
  read.push(await host.call(invites, { params: { id: playdate.id } }))
  read.push(await host.call(oneChat, { params: { id: chat } }))
  read.push(await host.call(chatMessages, { params: { id: chat } }))
  return read
}

/** Everything that can be done with these things, one after the other. */
function deeds(cast: Cast, things: Things): [string, () => Promise<unknown>][] {
  const { db, host, guest, waiter, stranger, moderator } = cast
  const { playdate, dates, series, poll, other, place, proposal, thread, chat, feed, device, cancelled } = things
  const params = { id: playdate.id }
  const about = { ...aPlaydate(), title: 'Anders', location: 'Elders', placeId: place.id }
  const times = { startTime: playdate.startTime, endTime: playdate.endTime }
  const moved = { startTime: inDays(5), endTime: inDays(5, 3_600_000) }
  const at = { id: place.id }
  const date = (at: number) => ({ id: dates[at]?.id ?? 0 })
  return [
    ['undo', () => host.call(undoCancel, { params: { id: cancelled.id } })],
    ['write', () => guest.call(sendMessage, { params: { id: chat }, body: { content: 'dag' } }).catch(() => {})],
    ['write in the thread', () => guest.call(sendMessage, { params: { id: thread.id }, body: { content: 'dag' } })],
    ['change', () => host.call(editPlaydate, { params, body: { ...about, ...times, maxParticipants: 3 } })],
    ['move', () => host.call(editPlaydate, { params, body: { ...about, ...moved, maxParticipants: 3 } })],
    ['stop waiting', () => waiter.call(stopWaiting, { params })],
    ['wait again', () => waiter.call(waitForPlaydate, { params, body: {} })],
    ['bring nobody', () => guest.call(joinPlaydate, { params, body: {} })],
    ['leave', () => guest.call(leavePlaydate, { params })],
    ['come back', () => guest.call(joinPlaydate, { params, body: {} })],
    ['invite', () => host.call(makeInvite, { params, body: { showName: true } })],
    ['end its links', () => host.call(revokeInvites, { params })],
    ['show parents', () => host.call(setParentLinks, { params, body: { showsAddress: true } })],
    ['link a parent', () => guest.call(makeParentLink, { params })],
    ['end that', () => guest.call(removeParentLink, { params })],
    ['cancel', () => host.call(deletePlaydate, { params, body: { reason: 'Koorts.', reasonKind: 'illChild' } })],

    ['come', () => guest.call(confirmPlaydate, { params: date(1), body: { coming: true } })],
    ['bring more', () => guest.call(takeStanding, { params: series, body: { children: 0 } })],
    ['ask', async () => isIn(db, date(0).id, 47).then(() => happens(db, 'playdate.ask', date(0).id))],
    ['release', async () => isIn(db, date(0).id, 23).then(() => happens(db, 'playdate.dayBefore', date(0).id))],
    ['go on', () => host.call(confirmPlaydate, { params: date(0), body: { coming: true } })],
    [
      'change all',
      () =>
        host.call(editPlaydate, {
          params: date(1),
          query: { scope: 'all' },
          body: { ...about, startTime: dates[1]?.start ?? '', endTime: dates[1]?.end ?? '' },
        }),
    ],
    [
      'pause',
      () =>
        host.call(pauseSeries, {
          params: series,
          body: { from: inDays(8).slice(0, 10), until: inDays(20).slice(0, 10) },
        }),
    ],
    ['resume', () => host.call(endPause, { params: series })],
    ['give up', () => guest.call(giveUpStanding, { params: series })],
    ['take again', () => guest.call(takeStanding, { params: series, body: {} })],
    ['renew', () => host.call(renewSeries, { params: series }).catch(() => {})],
    ['end', () => host.call(deletePlaydate, { params: date(1), query: { scope: 'all' } })],

    ['answer', () => say(waiter, poll, { [timeAt(poll, 0)]: 'yes', [timeAt(poll, 2)]: 'maybe' })],
    ['choose', () => host.call(choosePollTime, { params: { id: poll.id }, body: { timeId: timeAt(poll, 0) } })],
    ['delete a poll', () => host.call(deletePoll, { params: { id: other.id } })],
    ['accept', () => host.call(answerProposal, { params: { id: proposal }, body: { coming: true } })],
    ['make it a playdate', () => waiter.call(answerProposal, { params: { id: proposal }, body: { coming: true } })],

    ['review', () => guest.call(reviewPlace, { params: at, body: { rating: 1 } })],
    ['review no more', () => guest.call(removeReview, { params: at })],
    ['do not save', () => guest.call(unsavePlace, { params: at })],
    ['confirm a place', () => stranger.call(confirmPlace, { params: at })],
    ['say what is wrong', () => stranger.call(proposeForPlace, { params: at, body: { kind: 'gone' } })],
    [
      'change a place',
      () => guest.call(editPlace, { params: at, form: { name: 'De Kuil', latitude: '52.2', longitude: '5.2' } }),
    ],
    [
      'change it back',
      async () => {
        const [last] = await guest.call(placeRevisions, { params: at })
        await stranger.call(undoRevision, { params: at, body: { revisionId: last?.id ?? 0 } })
      },
    ],
    [
      'lock a place',
      () =>
        moderator.call(decideOnPlace, {
          params: at,
          body: { decision: 'lock', reason: 'Ruzie.', rule: 'Huisregel 3' },
        }),
    ],
    [
      'hide a playdate',
      async () => {
        const { id } = await stranger.call(sendReport, {
          body: { targetType: 'playdate', targetId: cancelled.id, reason: 'spam' },
        })
        await decide(moderator, id, 'hide')
        await decide(moderator, id, 'remove')
      },
    ],
    [
      'read a notice',
      async () => {
        const [notice] = (await guest.call(notifications)).filter(({ details }) => details.playdateId === playdate.id)
        await guest.call(readNotification, { params: { id: notice?.id ?? 0 } })
      },
    ],
    [
      'end a feed',
      async () => {
        const all = await guest.call(calendarFeeds)
        await guest.call(removeCalendarFeed, {
          params: { id: all.find(({ name }) => name === playdate.title)?.id ?? 0 },
        })
        expect(feed.url).toContain('.ics')
      },
    ],
    ['end a device', () => guest.call(unsubscribe, { params: { id: device.id } })],
    [
      'end a session',
      async () => {
        const all = await guest.call(sessions)
        await guest.call(endSession, { params: { id: all.find(({ isCurrent }) => !isCurrent)?.id ?? 0 } })
      },
    ],
  ]
}

test.each([
  ['later', 0],
  ['earlier', 1],
])('what is done with one thing changes nothing in another that was made %s', async (_, subject) => {
  const service = await pushService()
  const opened = await world({ fathers: 4, env: service.env })
  const { db, host, server } = opened
  const [guest, waiter, stranger, moderator] = opened.fathers
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const cast = { db, host, guest, waiter, stranger, moderator, service }
  const made = [
    await things(cast, { name: 'Appel', partner: guest, every: 'week' }),
    await things(cast, { name: 'Peer', partner: waiter, every: 'twoWeeks' }),
  ] as const
  for (let time = 0; time < 2; time += 1) await server.sessions.start(guest.id, { userAgent: 'elders' })
  // What they cause later has come about.
  await vi.waitFor(async () =>
    expect(await db.count(sql`from outbox where due_at < now() + interval '1 minute'`)).toBe(0),
  )
  const [touched, other] = subject === 0 ? made : [made[1], made[0]]
  const rows = await rowsOf(db, other)
  const reads = await readsOf(cast, other)
  expect(JSON.stringify(reads)).not.toContain(touched.playdate.title)
  const daysApart = other.dates.map(({ start }) =>
    Math.round((Date.parse(start) - Date.parse(other.dates[0]?.start ?? '')) / 86_400_000),
  )
  expect(daysApart).toEqual(subject === 0 ? [0, 14, 28] : [0, 7, 14])
  const sessionsBefore = await guest.call(sessions)
  for (const [name, act] of deeds(cast, touched)) {
    await act().catch(error => {
      throw new Error(`${name} failed`, { cause: error })
    })
    expect([name, await rowsOf(db, other)]).toEqual([name, rows])
  }
  expect(await readsOf(cast, other)).toEqual(reads)
  expect(await guest.call(sessions)).toHaveLength(sessionsBefore.length - 1)
  expect(await guest.call(pushDevices)).toMatchObject([{ id: other.device.id }])
})
