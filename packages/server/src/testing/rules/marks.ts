import { react, sendMessage } from '@papadag/contract/chat'
import { oneCircle } from '@papadag/contract/circles'
import { sendReport } from '@papadag/contract/moderation'
import { proposeForPlace } from '@papadag/contract/places/place-edits'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import { editPlace, savePlace } from '@papadag/contract/places/places'
import { declinePlaydate } from '@papadag/contract/playdates/declines'
import { goOutNow } from '@papadag/contract/playdates/out-now'
import { createPlaydate, joinPlaydate, ownPlaydates } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { type Db, sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../chat.ts'
import { aPlayground } from '../places.ts'
import { answerTimes, aPoll, timeAt } from '../polls.ts'
import { aPlaydate, type Father } from '../world.ts'

/** The marks of a father: values that turn up nowhere by chance, planted wherever he can leave something. */
export const fields = {
  username: 'mark-username',
  email: 'mark-email@papadag.test',
  passwordHash: 'mark-hash',
  firstName: 'mark-firstname',
  lastName: 'mark-lastname',
  bio: 'mark-bio',
  city: 'mark-city',
  phoneNumber: 'mark-phone',
  favoriteLocation: 'mark-favorite',
  childName: 'mark-child',
  playdateTitle: 'mark-title',
  playdateLocation: 'mark-location',
  homeAddress: 'mark-home',
  homeArea: 'mark-area',
  pastHomeAddress: 'mark-past-home',
  seriesTitle: 'mark-series-title',
  seriesAddress: 'mark-series-home',
  fullAddress: 'mark-full-home',
  playdateDescription: 'mark-description',
  pastTitle: 'mark-past',
  chatMessage: 'mark-message',
  oldChatMessage: 'mark-old-message',
  placeName: 'mark-place-name',
  placeAddress: 'mark-place-address',
  placeBefore: 'mark-place-before-the-edit',
  review: 'mark-review',
  hiddenPlace: 'mark-place-hidden',
  proposal: 'mark-proposal',
  decision: 'mark-decision',
  pollTitle: 'mark-poll-title',
  pollDescription: 'mark-poll-description',
  pollAddress: 'mark-poll-home',
  pollArea: 'mark-poll-area',
  declineMessage: 'mark-decline',
  circleName: 'mark-circle-name',
  circleText: 'mark-circle-text',
  circleDate: 'mark-circle-date',
  /** Where his circle meets; nobody else here has saved a place that he has saved. */
  circlePlace: '"places":[{"id":',
  report: 'mark-report',
  verdict: 'mark-verdict',
  hiddenPlaydate: 'mark-hidden-playdate',
  nowTitle: 'mark-now',
  hiddenBecause: 'mark-hidden-because',
  /** He has said that he knows another father. */
  saidKnown: '"isKnown":true',
  neighbourhood: '51.98765',
  /** Everybody else lives at another place, so only this father's distance has this value. */
  distance: '"distance":"<5"',
  /** A half day that only he has, at the beginning of a list: the API description names all of them. */
  papaDay: '["sat-pm"',
  /** A day that everybody here has; only he lets others see it. */
  sharedDay: '"days":["sun-am"]',
} as const

/** Dates at his home every week, on which one father has a standing place, and a full playdate there that another waits for. */
export async function markedDates(host: Father, regular: Father, waiting: Father) {
  const body = aPlaydate({ location: fields.seriesAddress, locationVisibility: 'participants' })
  const { series } = await host.call(createPlaydate, {
    body: { ...body, title: fields.seriesTitle, repeats: { every: 'week' } },
  })
  const id = series?.id ?? 0
  await regular.call(takeStanding, { params: { id }, body: {} })
  const dates = (await host.call(ownPlaydates)).filter(playdate => playdate.series?.id === id)
  const full = await host.call(createPlaydate, {
    body: { ...body, location: fields.fullAddress, maxParticipants: 2 },
  })
  await regular.call(joinPlaydate, { params: { id: full.id }, body: {} })
  await waiting.call(waitForPlaydate, { params: { id: full.id }, body: {} })
  return [{ id, dates }, full] as const
}

/** A poll about his home, to which each invited father has answered. */
export async function markedPoll(host: Father, fathers: readonly Father[]) {
  const about = { title: fields.pollTitle, description: fields.pollDescription, location: fields.pollAddress }
  const poll = await host.call(createPoll, {
    body: aPoll({
      ...{ ...about, locationVisibility: 'participants', area: fields.pollArea },
      fathers: fathers.map(({ id }) => id),
    }),
  })
  for (const father of fathers) await answerTimes(father, poll, { [timeAt(poll, 0)]: 'yes' })
  return poll
}

/** A place with an edit, a review and proposals, and one hidden by moderators. */
export async function markedPlaces(host: Father, db: Db) {
  // Ids used for nothing else, so that a place is not read by chance.
  for (let time = 0; time < 6; time += 1) await aPlayground(host)
  const shown = await aPlayground(host, { name: fields.placeBefore })
  const params = { id: shown.id }
  await host.call(editPlace, { params, form: { name: fields.placeName, address: fields.placeAddress } })
  await host.call(reviewPlace, { params, body: { rating: 4, text: fields.review } })
  await host.call(proposeForPlace, { params, body: { kind: 'change', text: fields.proposal } })
  await host.call(savePlace, { params })
  const hidden = await aPlayground(host, { name: fields.hiddenPlace })
  await host.call(savePlace, { params: { id: hidden.id } })
  await host.call(reviewPlace, { params: { id: hidden.id }, body: { rating: 4, text: fields.hiddenPlace } })
  await db.run(sql`update places set hidden_at = now() where id = ${hidden.id}`)
  for (const id of [shown.id, hidden.id]) {
    await db.run(sql`
      insert into place_decisions (place_id, moderator_id, decision, reason)
      values (${id}, ${host.id}, 'confirm', ${fields.decision})`)
  }
  return [shown.id, hidden.id]
}

/** He is out now, at a place that everybody may know. */
export async function markedNow(host: Father, db: Db): Promise<number> {
  const place = await aPlayground(host)
  const { id } = await host.call(goOutNow, { body: { placeId: place.id, hours: 2 } })
  await db.run(sql`update playdates set title = ${fields.nowTitle} where id = ${id}`)
  return id
}

/** A chat with a message from each, and one past its retention. */
export async function markedChat(host: Father, other: Father, db: Db) {
  const id = await acquainted(host, other)
  for (const content of [fields.oldChatMessage, fields.chatMessage]) {
    await host.call(sendMessage, { params: { id }, body: { content } })
  }
  await db.run(sql`update messages set sent_at = now() - interval '8 days' where content = ${fields.oldChatMessage}`)
  return id
}

/** A report about his playdate, and its decision. */
export async function markedReport(host: Father, reporter: Father, playdateId: number, db: Db) {
  await reporter.call(sendReport, {
    body: { targetType: 'playdate', targetId: playdateId, reason: 'spam', text: fields.report },
  })
  await db.run(sql`
    insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule)
    values ('playdate', ${String(playdateId)}, ${host.id}, 'warn', ${fields.verdict}, 'Huisregel 1')`)
}

/** A playdate of another, to which the father was asked in their chat and cannot come. */
export async function markedDecline(father: Father, other: Father, chatId: number): Promise<{ id: number }> {
  const { id } = await other.call(createPlaydate, { body: aPlaydate({ title: 'Van een ander' }) })
  await other.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: id } })
  await father.call(declinePlaydate, { params: { id }, body: { message: fields.declineMessage } })
  return { id }
}

/** A date of his circle, for its members alone so far. */
export const markedCircleDate = (host: Father, circleId: number, placeId: number): Promise<{ id: number }> =>
  host.call(createPlaydate, { body: aPlaydate({ title: fields.circleDate, circleId, placeId }) })

/** A circle of his with these fathers, in whose chat he has reacted: the numbers of both. */
export async function markedCircle(host: Father, fathers: readonly Father[]): Promise<number[]> {
  const id = await aCircle(host, fathers, { name: fields.circleName, text: fields.circleText })
  const chatId = (await host.call(oneCircle, { params: { id } })).chatId ?? 0
  for (const father of fathers) await father.call(sendMessage, { params: { id: chatId }, body: { content: 'hoi' } })
  await host.call(react, { params: { id: chatId, seq: '1' }, body: { emoji: '👍' } })
  return [id, chatId]
}
