import { calendarFeeds, removeCalendarFeed } from '@papadag/contract/calendars'
import { react, sendMessage } from '@papadag/contract/chat'
import {
  answerCircle,
  askIntoCircle,
  changeCircleMember,
  editCircle,
  endCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { makeInvite, revokeInvites } from '@papadag/contract/invites'
import { sendReport } from '@papadag/contract/moderation'
import { notifications, readNotification } from '@papadag/contract/notifications'
import { makeParentLink, removeParentLink, setParentLinks } from '@papadag/contract/parent-links'
import {
  confirmPlace,
  decideOnPlace,
  placeRevisions,
  proposeForPlace,
  undoRevision,
} from '@papadag/contract/places/place-edits'
import { removeReview, reviewPlace } from '@papadag/contract/places/place-reviews'
import { editPlace, unsavePlace } from '@papadag/contract/places/places'
import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  undoCancel,
} from '@papadag/contract/playdates/playdates'
import { choosePollTime, deletePoll } from '@papadag/contract/playdates/polls'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import {
  confirmPlaydate,
  endPause,
  giveUpStanding,
  pauseSeries,
  renewSeries,
  takeStanding,
} from '@papadag/contract/playdates/series'
import { stopWaiting, waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { pushDevices, unsubscribe } from '@papadag/contract/push'
import { endSession, sessions } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { type Deed, doAll } from '../../testing/bystanders/do-all.ts'
import { readsOf, rowsOf } from '../../testing/bystanders/rows.ts'
import { type Cast, type Things, things } from '../../testing/bystanders/things.ts'
import { nothingWaits } from '../../testing/mail.ts'
import { decide } from '../../testing/moderation.ts'
import { answerTimes, timeAt } from '../../testing/polls.ts'
import { pushService } from '../../testing/push.ts'
import { anHourIn, happens, inDays, isIn } from '../../testing/series.ts'
import { aPlaydate, world } from '../../testing/world.ts'

/**
 * Whatever is done with one playdate, series, poll, chat, circle, place, device or link leaves another one of the same fathers
 * unchanged: its rows, and what each of them reads of it. A statement that forgets which one it is about fails here.
 */
function deeds(cast: Cast, things: Things): Deed[] {
  const { db, host, guest, waiter, stranger, moderator } = cast
  const { playdate, dates, series, poll, other, place, proposal, thread, chat, feed, device, cancelled } = things
  const { circle, friend } = things
  const inCircle = { params: { id: circle.id } }
  const member = { params: { id: circle.id, userId: String(friend.id) } }
  const params = { id: playdate.id }
  const about = { ...aPlaydate(), title: 'Anders', location: 'Elders', placeId: place.id }
  const times = { startTime: playdate.startTime, endTime: playdate.endTime }
  const moved = anHourIn(5)
  const at = { id: place.id }
  const date = (at: number) => ({ id: dates[at]?.id ?? 0 })
  return [
    ['undo', () => host.call(undoCancel, { params: { id: cancelled.id } })],
    ['write', () => guest.call(sendMessage, { params: { id: chat }, body: { content: 'dag' } }).catch(() => {})],
    ['write in the thread', () => guest.call(sendMessage, { params: { id: thread.id }, body: { content: 'dag' } })],
    ['react in the thread', () => guest.call(react, { params: { id: thread.id, seq: '1' }, body: { emoji: '🙏' } })],
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

    ['answer', () => answerTimes(waiter, poll, { [timeAt(poll, 0)]: 'yes', [timeAt(poll, 2)]: 'maybe' })],
    ['choose', () => host.call(choosePollTime, { params: { id: poll.id }, body: { timeId: timeAt(poll, 0) } })],
    ['delete a poll', () => host.call(deletePoll, { params: { id: other.id } })],
    ['accept', () => host.call(answerProposal, { params: { id: proposal }, body: { coming: true } })],
    ['make it a playdate', () => waiter.call(answerProposal, { params: { id: proposal }, body: { coming: true } })],

    [
      'rename a circle',
      () => host.call(editCircle, { ...inCircle, body: { name: 'Anders', text: 'x', picture: 'sun' } }),
    ],
    ['make a keeper', () => host.call(changeCircleMember, { ...member, body: { keeper: true } })],
    ['remove a member', () => host.call(removeCircleMember, { ...member, body: { reason: 'x' } })],
    ['ask him again', () => host.call(askIntoCircle, { ...inCircle, body: { fathers: [friend.id] } })],
    ['decline a circle', () => friend.call(answerCircle, { ...inCircle, body: { yes: false } })],
    ['end a circle', () => host.call(endCircle, inCircle)],

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
])(
  'whatever is done with one playdate, chat or place changes nothing in another that was made %s',
  async (_, subject) => {
    const service = await pushService()
    const opened = await world({ fathers: 4, env: service.env })
    const { db, host, server } = opened
    const [guest, waiter, stranger, moderator] = opened.fathers
    await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
    const cast = { db, host, guest, waiter, stranger, moderator, service }
    const made = [
      await things(cast, { name: 'Appel', friend: guest, every: 'week' }),
      await things(cast, { name: 'Peer', friend: waiter, every: 'twoWeeks' }),
    ] as const
    for (let time = 0; time < 2; time += 1) await server.sessions.start(guest.id, { userAgent: 'elders' })
    // The delayed effects have occurred.
    await nothingWaits(db)
    const [touched, other] = subject === 0 ? made : [made[1], made[0]]
    const rows = await rowsOf(db, other)
    const reads = await readsOf(cast, other)
    expect(JSON.stringify(reads)).not.toContain(touched.playdate.title)
    const daysApart = other.dates.map(({ start }) =>
      Math.round((Date.parse(start) - Date.parse(other.dates[0]?.start ?? '')) / 86_400_000),
    )
    expect(daysApart).toEqual(subject === 0 ? [0, 14, 28] : [0, 7, 14])
    const sessionsBefore = await guest.call(sessions)
    await doAll(deeds(cast, touched), async () => expect(await rowsOf(db, other)).toEqual(rows))
    expect(await readsOf(cast, other)).toEqual(reads)
    expect(await guest.call(sessions)).toHaveLength(sessionsBefore.length - 1)
    expect(await guest.call(pushDevices)).toMatchObject([{ id: other.device.id }])
  },
)
