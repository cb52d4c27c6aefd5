import { chatMessages, chatReactions, oneChat, threadOf } from '@papadag/contract/chat'
import { oneCircle } from '@papadag/contract/circles'
import { invitation, invites } from '@papadag/contract/invites'
import { parentLinks } from '@papadag/contract/parent-links'
import { placeRevisions } from '@papadag/contract/places/place-edits'
import { placeReviews } from '@papadag/contract/places/place-reviews'
import { onePlace } from '@papadag/contract/places/places'
import { onePlaydate, playdatesAtPlace } from '@papadag/contract/playdates/playdates'
import { onePoll } from '@papadag/contract/playdates/polls'
import { proposals } from '@papadag/contract/playdates/proposals'
import { oneSeries } from '@papadag/contract/playdates/series'
import { waitingList } from '@papadag/contract/playdates/waiting-list'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Cast, Things } from './things.ts'

const Row = z.object({ name: z.string(), row: z.record(z.string(), z.unknown()) })
const Details = z.record(z.string(), z.unknown())

const tables = {
  ...{
    buddies: sql`buddies`,
    playdates: sql`playdates`,
    participants: sql`participants`,
    waiting: sql`waiting`,
    asked: sql`asked`,
  },
  ...{ invitations: sql`invitations`, parent_links: sql`parent_links`, notifications: sql`notifications` },
  ...{ series: sql`series`, series_regulars: sql`series_regulars`, polls: sql`polls`, poll_times: sql`poll_times` },
  ...{ poll_fathers: sql`poll_fathers`, poll_answers: sql`poll_answers` },
  ...{ chats: sql`chats`, memberships: sql`memberships`, circles: sql`circles` },
  ...{ circle_members: sql`circle_members`, circle_asked: sql`circle_asked`, circle_answers: sql`circle_answers` },
  ...{ messages: sql`messages`, reactions: sql`reactions`, places: sql`places` },
  ...{
    place_reviews: sql`place_reviews`,
    place_favorites: sql`place_favorites`,
    place_revisions: sql`place_revisions`,
  },
  ...{ place_confirmations: sql`place_confirmations`, place_proposals: sql`place_proposals` },
  ...{ calendar_feeds: sql`calendar_feeds`, push_subscriptions: sql`push_subscriptions`, outbox: sql`outbox` },
}

/** All rows of these things, except for outbox rows and the time at which a device was last used. */
export async function rowsOf(db: Db, things: Things): Promise<string[]> {
  const { playdate, cancelled, dates, series, poll, other, place, proposal, chat, thread, device, circle } = things
  const playdates = [playdate.id, cancelled.id, ...dates.map(({ id }) => id)]
  const polls = [poll.id, other.id, proposal]
  const refers: Record<string, readonly number[]> = {
    ...{ playdate_id: playdates, playdateId: playdates, poll_id: polls, pollId: polls },
    ...{ series_id: [series.id], seriesId: [series.id], chat_id: [chat, thread.id], place_id: [place.id] },
    ...{ proposalId: [proposal], circle_id: [circle.id], circleId: [circle.id] },
    poll_time_id: [...poll.times, ...other.times].map(({ id }) => id),
  }
  const own: Record<string, readonly number[]> = {
    ...{ playdates, polls, chats: [chat, thread.id], series: [series.id], places: [place.id], circles: [circle.id] },
    push_subscriptions: [device.id],
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
    .map(({ name, row }) => `${name} ${JSON.stringify({ ...row, last_sent_at: null, awaited: null })}`)
    .toSorted()
}

/** What each of them reads of these things. */
export async function readsOf({ host, guest, waiter }: Cast, things: Things) {
  const { playdate, cancelled, dates, series, poll, other, place, proposal, chat, thread, invite, circle } = things
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
    read.push(await father.call(chatReactions, { params: { id: thread.id } }))
    read.push((await father.call(threadOf, { params: { id: playdate.id } })).id)
  }
  read.push(await host.call(waitingList, { params: { id: playdate.id } }))
  read.push(await host.call(invites, { params: { id: playdate.id } }))
  read.push(await host.call(oneCircle, { params: { id: circle.id } }))
  read.push(await host.call(oneChat, { params: { id: chat } }))
  read.push(await host.call(chatMessages, { params: { id: chat } }))
  return read
}

/** Everything that can be done with these things, one after the other. */

const tablesOfAccounts = {
  ...{
    users: sql`users`,
    children: sql`children`,
    sessions: sql`sessions`,
    devices: sql`devices`,
    blocks: sql`blocks`,
  },
  ...{ mail_tokens: sql`mail_tokens`, reports: sql`reports`, moderation_decisions: sql`moderation_decisions` },
  ...{ login_codes: sql`login_codes`, known_answers: sql`known_answers` },
  ...{ pictures: sql`pictures`, notifications: sql`notifications`, push_subscriptions: sql`push_subscriptions` },
  ...{ calendar_feeds: sql`calendar_feeds`, place_favorites: sql`place_favorites`, erasures: sql`erasures` },
}

/** All rows of these accounts, but for what says when somebody was last here. */
export async function accountsOf(db: Db, users: readonly number[]): Promise<string[]> {
  const columns = ['user_id', 'blocker_id', 'blocked_id', 'reporter_id', 'subject_id', 'owner_id', 'reported_id']
  const rows = await db.many(
    Row,
    sql.join(
      Object.entries(tablesOfAccounts).map(
        ([name, table]) => sql`select ${name} as name, to_jsonb(t) as row from ${table} t`,
      ),
      sql` union all `,
    ),
  )
  return rows
    .filter(({ name, row }) =>
      (name === 'users' ? ['id'] : columns).some(column => users.includes(Number(row[column] ?? Number.NaN))),
    )
    .map(
      ({ name, row }) =>
        `${name} ${JSON.stringify({ ...row, last_sent_at: null, last_used_at: null, last_active_at: null })}`,
    )
    .toSorted()
}
