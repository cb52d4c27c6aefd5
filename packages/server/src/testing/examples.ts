import { globSync } from 'node:fs'
import { calendarFeeds, makeCalendarFeed } from '@papadag/contract/calendars'
import { react, sendMessage } from '@papadag/contract/chat'
import { makeCircleCode, oneCircle } from '@papadag/contract/circles'
import { makeInvite } from '@papadag/contract/invites'
import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { placeRevisions } from '@papadag/contract/places/place-edits'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import { reportState } from '@papadag/contract/places/place-states'
import { editPlace, savePlace } from '@papadag/contract/places/places'
import { createPlaydate, deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { subscribe } from '@papadag/contract/push'
import { address, methodAndPath, type Route, type ServerPageRoute } from '@papadag/contract/route'
import { block } from '@papadag/contract/users/users'
import { onTestFinished } from 'vitest'
import { settleFacts } from '../domain/places/facts/settle.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { type Db, sql } from '../platform/db/db.ts'
import { aCircle, acquainted, otherCircles } from './chat.ts'
import type { Client } from './client.ts'
import { waysIn } from './domain/ways-in.ts'
import { mailServer } from './mail.ts'
import { aPasskey } from './passkeys/passkeys.ts'
import { aPhoto, aPlayground, aRestaurant } from './places.ts'
import { aPoll } from './polls.ts'
import { aProposal } from './proposals.ts'
import { pushService } from './push.ts'
import { startWeatherStandIn } from './weather/weather-stand-in.ts'
import { aPlaydate, password, world } from './world.ts'

function isDeclared(value: unknown): value is Route | ServerPageRoute {
  return typeof value === 'object' && value !== null && 'at' in value && 'access' in value
}

const isCall = (declared: Route | ServerPageRoute): declared is Route => / \/api\//.test(declared.at)

const files = globSync('**/*.ts', { cwd: new URL('../../../contract/src/', import.meta.url) }).filter(
  file => !file.endsWith('.test.ts'),
)
const modules: Record<string, unknown>[] = await Promise.all(
  files.map(file => import(`@papadag/contract/${file.replace('.ts', '')}`)),
)
const declared = modules.flatMap(module => Object.values(module).filter(isDeclared))
/** Every call of the contract. */
export const routes = declared.filter(isCall)
/** Every page and picture of the contract. */
export const serverPageRoutes = declared.filter((one): one is ServerPageRoute => !isCall(one))

/** The input for a call to any route. */
export interface Given {
  params?: object
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown>
  file?: Blob
}

/**
 * A world in which the host, a moderator and an operator, can make every call of the contract, with a working example
 * of each. Examples contain every text that a call accepts, so that a walk over them covers all texts.
 */
export async function everyCall(given: { openBus?: () => Bus; db?: Db } = {}) {
  const { env } = await mailServer()
  const service = await pushService()
  const sky = await startWeatherStandIn()
  onTestFinished(() => sky.close())
  sky.forecast.rain = 90
  const weather = { WEATHER_PROVIDER: 'open-meteo', OPEN_METEO_URL: sky.url }
  const all = await world({
    fathers: 5,
    env: { ...env, ...service.env, ...weather, PUBLIC_URL: 'http://localhost' },
    ...given,
  })
  const { db, host, server, father, other: stranger, third: reporter, fourth: reported, fifth: nuisance } = all
  await db.run(sql`update users set is_moderator = true, is_operator = true where id = ${host.id}`)
  const playdate = await host.call(createPlaydate, { body: aPlaydate() })
  const theirs = await father.call(createPlaydate, { body: aPlaydate() })
  await host.call(joinPlaydate, { params: { id: theirs.id }, body: {} })
  const cancelled = await host.call(createPlaydate, { body: aPlaydate() })
  await father.call(joinPlaydate, { params: { id: cancelled.id }, body: {} })
  await host.call(deletePlaydate, { params: { id: cancelled.id }, body: {} })
  const weekly = await host.call(createPlaydate, { body: aPlaydate({ repeats: { every: 'week' } }) })
  const fortnightly = await father.call(createPlaydate, { body: aPlaydate({ repeats: { every: 'twoWeeks' } }) })
  const place = await aRestaurant(father, { features: ['playCorner'] })
  const full = await father.call(createPlaydate, { body: aPlaydate({ maxParticipants: 1 }) })
  const invitedToFull = await father.call(makeInvite, { params: { id: full.id }, body: {} })
  const saved = await aRestaurant(father, { name: 'De Bewaarde' })
  const wet = await father.call(createPlaydate, { body: aPlaydate({ placeId: saved.id }) })
  await host.call(savePlace, { params: { id: saved.id } })
  const playground = await aPlayground(father, { name: 'De Klimtoren' })
  const broken = await father.call(reportState, { params: { id: place.id }, body: { kind: 'broken' } })
  const dirty = await father.call(reportState, { params: { id: playground.id }, body: { kind: 'dirty' } })
  await db.run(sql`insert into place_state_voices (state_id, user_id, network, says)
    values (${dirty.id}, ${stranger.id}, 'elsewhere', 'mended')`)
  await db.run(sql`insert into place_visits (user_id, place_id, until)
    select ${host.id}::int, ${playground.id}::int, now() + interval '1 day'`)
  await db.run(sql`insert into place_fact_answers (place_id, key, user_id, network, value, is_established, day)
    select ${playground.id}::int, key, ${stranger.id}::int, 'elsewhere', value, true, current_date
      from (values ('fence', '"whole"'::jsonb), ('shade', '"some"')) x (key, value)
    union all select ${playground.id}::int, 'shade', ${host.id}::int, 'here', '"some"', true, current_date`)
  await settleFacts(db, [playground.id])
  await host.call(reviewPlace, { params: { id: saved.id }, body: { rating: 4 } })
  await host.call(editPlace, { params: { id: place.id }, form: { name: 'De Poffertjeskraam' } })
  const [revision] = await host.call(placeRevisions, { params: { id: place.id } })
  await db.run(sql`insert into place_revisions (place_id, edited_by, before, after, waits)
    values (${saved.id}, ${stranger.id}, '{"name": "De Bewaarde"}', '{"name": "De Bewaker"}', true)`)
  const [waiting] = await host.call(placeRevisions, { params: { id: saved.id } })
  const chatId = await acquainted(host, father)
  const askedTo = await father.call(createPlaydate, { body: aPlaydate() })
  await father.call(sendMessage, { params: { id: chatId }, body: { content: 'Kom je mee?', asksTo: askedTo.id } })
  const report = await reporter.call(sendReport, {
    body: { targetType: 'user', targetId: reported.id, reason: 'spam' },
  })
  await host.call(block, { params: { id: reporter.id } })
  await server.sessions.start(host.id, { userAgent: 'another device' })
  const { made: passkey, proof: passkeyProof, another: anotherPasskey } = await aPasskey(host)
  const ways = await waysIn(db, host)

  const mine = await host.call(createPlaydate, { body: aPlaydate() })
  const invite = await father.call(makeInvite, { params: { id: theirs.id }, body: {} })
  const poll = await host.call(createPoll, { body: aPoll({ fathers: [father.id] }) })
  const asking = await father.call(createPoll, { body: aPoll({ fathers: [host.id] }) })
  const proposalId = await aProposal(db, saved.id, [host.id, father.id])
  const circle = { id: await aCircle(host, [father], { name: 'Woensdagpapa’s' }) }
  const groupId = (await host.call(oneCircle, { params: { id: circle.id } })).chatId ?? 0
  await father.call(sendMessage, { params: { id: groupId }, body: { content: 'Woensdag?' } })
  const message = { id: groupId, seq: '1' }
  await host.call(react, { params: message, body: { emoji: '🙏' } })
  await host.call(makeCircleCode, { params: circle, body: {} })
  const membership = { id: circle.id, userId: String(father.id) }
  const [theirCircle, small, met] = await otherCircles(db, [host, father, stranger, reported])
  const { code } = await father.call(makeCircleCode, { params: { id: theirCircle.id }, body: {} })
  const feed = await host.call(makeCalendarFeed, { body: { name: 'Telefoon', variant: 'full' } })
  const calendars = await host.call(calendarFeeds)
  const device = await host.call(subscribe, { body: service.subscription() })
  await db.run(sql`insert into notifications (user_id, kind) values (${host.id}, 'playdate.joined')`)
  const [notice] = await host.call(notifications)

  const position = { latitude: 52.37, longitude: 4.9 }
  const profile = {
    firstName: 'Daan',
    lastName: 'de Vries',
    email: `${host.username}@papadag.test`,
    bio: 'Bouwt hutten.',
    phoneNumber: '0612345678',
    city: 'Utrecht',
    childrenInfo: [{ name: 'Mees', age: 4, birthMonth: monthsAgo(50) }],
    favoriteLocations: ['Griftpark'],
  }
  const plan = { ...aPlaydate(), locationVisibility: 'participants', area: 'Wittevrouwen', placeId: place.id }
  const ofMySeries = { params: { id: weekly.series?.id } }
  const ofTheirSeries = { params: { id: fortnightly.series?.id } }
  const holiday = { from: '2031-06-01', until: '2031-06-08' }
  const facts = { name: 'De Zandkuil', description: 'Met water.', address: 'Dam 1', ...position }
  const found = { ...position, type: 'playground', tab: 'playground', features: 'sandbox,benches' }
  const search = {
    ...position,
    withinKm: '10',
    from: '2031-06-01T08:00Z',
    to: '2031-06-02T08:00Z',
    fits: 'children',
    room: '1',
    order: 'near',
  }
  const meant = { placeName: 'De Poffertjeskraam', type: 'restaurant', ...position }
  const moved = {
    format: 'papadag-export',
    version: 1,
    account: {
      firstName: 'Daan',
      lastName: 'de Vries',
      bio: 'Bouwt hutten.',
      phoneNumber: '0612345678',
      city: 'Utrecht',
      favoriteLocations: ['Griftpark'],
      childrenInfo: [{ name: 'Mees', birthMonth: monthsAgo(50) }],
    },
    favoritePlaces: [meant],
    reviews: [{ ...meant, rating: 5, text: 'Lekker.' }],
  }
  const statement = { reason: 'Het was reclame.', rule: 'Huisregel 3' }
  const ofPlace = { params: { id: place.id } }
  const ofSaved = { params: { id: saved.id } }

  const examples: Record<string, Given> = {
    'GET /api/users': { query: { q: 'Daan' } },
    'GET /api/users/matches': { query: { day: 'wed', withinKm: '10', fits: 'children' } },
    'GET /api/users/matches/count': { query: { day: 'wed' } },
    'GET /api/users/:id': { params: { id: father.id } },
    'GET /api/users/:id/shared': { params: { id: father.id } },
    'GET /api/playdates/upcoming': { query: search },
    'GET /api/playdates/upcoming/count': { query: search },
    'GET /api/playdates/:id': { params: { id: theirs.id } },
    'GET /api/playdates/:id/weather': { params: { id: wet.id } },
    'GET /api/playdates/at-place/:id': ofPlace,
    'GET /api/series/:id': ofTheirSeries,
    'GET /api/places': { query: found },
    'GET /api/places/for': { query: { ...position, startTime: '2030-06-01T08:00:00Z', ages: '2,5' } },
    'GET /api/places/nearby': { query: { ...found, radius: '5000' } },
    'GET /api/places/count': { query: { ...found, radius: '5000' } },
    'GET /api/places/search': { query: { ...found, q: 'zand' } },
    'GET /api/places/similar': { query: { ...position, type: 'playground', name: 'De Zandkuil' } },
    'GET /api/places/:id': { ...ofPlace, query: found },
    'PUT /api/places/:id/facts/:key': { params: { id: playground.id, key: 'fence' }, body: { value: 'whole' } },
    'DELETE /api/places/:id/facts/:key': { params: { id: playground.id, key: 'shade' } },
    'GET /api/places/:id/reviews': ofPlace,
    'GET /api/places/:id/revisions': ofPlace,
    'GET /api/users/me/favorite-places': { query: found },
    'GET /api/map/:z/:x/:y': {
      params: { z: '14', x: '8414', y: '5384' },
      query: { type: 'playground', features: 'sandbox' },
    },
    'GET /api/playdates/:id/thread': { params: { id: theirs.id } },
    'GET /api/chats/:id': { params: { id: chatId } },
    'GET /api/chats/:id/messages': { params: { id: chatId }, query: { afterSeq: '0', before: '9' } },
    'GET /api/chats/:id/reactions': { params: { id: groupId } },
    'GET /api/moderation/reports/:id/picture': { params: { id: report.id } },
    'GET /api/pictures': { query: { url: 'https://pictures.example/a.jpg' } },
    'GET /api/playdates/:id/invites': { params: { id: playdate.id } },
    'GET /api/playdates/:id/waiting': { params: { id: playdate.id } },
    'GET /api/playdates/:id/calendar.ics': { params: { id: theirs.id }, query: { homeAddress: 'on' } },
    'GET /api/invites/:token': { params: { token: invite.token } },
    'GET /api/invites/:token/calendar.ics': { params: { token: invite.token } },
    'PUT /api/users/me/known': { body: { userId: reported.id, yes: true } },
    'GET /api/circles/:id': { params: { id: circle.id } },
    'GET /api/circles/:id/code': { params: { id: circle.id } },
    'GET /api/polls/:id': { params: { id: poll.id } },
    'GET /api/polls/link/:token': { params: { token: poll.url?.split('/').at(-1) } },
    'GET /api/calendar/:secret.ics': { params: { secret: feed.url.split('/').at(-1)?.replace('.ics', '') } },
    'GET /api/weather': { query: { latitude: '52.37', longitude: '4.9' } },

    'POST /api/login': { body: { username: host.username, password } },
    'POST /api/register': {
      body: {
        ...profile,
        username: 'daan',
        email: 'daan@papadag.test',
        password,
        profileImage: 'https://a.example/d.png',
      },
    },
    'PATCH /api/users/me': { body: profile },
    'PATCH /api/users/me/settings': {
      body: {
        childrenVisibility: 'none',
        messagesFrom: 'co',
        language: 'de',
        neighbourhood: position,
        papaDays: ['wed-am'],
        proposals: false,
      },
    },
    'POST /api/users/me/password': { body: { currentPassword: password, newPassword: 'speelkwartier' } },
    'DELETE /api/users/me/sessions/:id': { params: { id: ways.sessionId } },
    'DELETE /api/users/me/devices/:id': { params: { id: ways.deviceId } },
    'POST /api/auth/recovery': { body: { username: host.username, code: ways.recoveryCode } },
    'PUT /api/users/me/handover': { body: { code: ways.handoverCode } },
    'POST /api/users/:id/block': { params: { id: nuisance.id } },
    'DELETE /api/users/:id/block': { params: { id: reporter.id } },
    'POST /api/users/me/profile-image': { file: await aPhoto() },
    'POST /api/upload/profile-image': { file: await aPhoto() },
    'POST /api/users/me/import/preview': { body: moved },
    'POST /api/users/me/import': { body: moved },
    'POST /api/playdates': { body: { ...plan, repeats: { every: 'week' } } },
    'POST /api/playdates/test-create': { body: plan },
    'POST /api/playdates/now': { body: { placeId: playground.id, hours: 1, children: 0 } },
    'PUT /api/playdates/:id': { params: { id: playdate.id }, query: { scope: 'all' }, body: plan },
    'PUT /api/series/:id/standing': { ...ofTheirSeries, body: { children: 1 } },
    'DELETE /api/series/:id/standing': ofTheirSeries,
    'PUT /api/series/:id/pause': { ...ofMySeries, body: holiday },
    'DELETE /api/series/:id/pause': { ...ofMySeries, query: holiday },
    'POST /api/series/:id/renew': ofMySeries,
    'POST /api/playdates/:id/confirm': { params: { id: theirs.id }, body: { coming: true } },
    'DELETE /api/playdates/:id': { params: { id: playdate.id }, body: { reason: 'Koorts.', reasonKind: 'illChild' } },
    'POST /api/playdates/:id/undo-cancel': { params: { id: cancelled.id } },
    'GET /api/playdates/:id/parent-links': { params: { id: theirs.id } },
    'POST /api/playdates/:id/parent-links': { params: { id: theirs.id } },
    'PUT /api/playdates/:id/parent-links': { params: { id: playdate.id }, body: { showsAddress: true } },
    'DELETE /api/playdates/:id/parent-links': { params: { id: theirs.id } },
    'POST /api/playdates/:id/invites': { params: { id: playdate.id }, body: { showName: true } },
    'DELETE /api/playdates/:id/invites': { params: { id: mine.id } },
    'POST /api/invites/:token/join': { params: { token: invite.token }, body: { children: 1 } },
    'POST /api/polls': {
      body: {
        ...aPoll({ fathers: [father.id] }),
        locationVisibility: 'participants',
        area: 'Wittevrouwen',
        placeId: place.id,
      },
    },
    'PUT /api/polls/:id/answers': {
      params: { id: asking.id },
      body: { answers: { [String(asking.times[0]?.id)]: 'yes' }, children: 1, token: 'onnodig' },
    },
    'POST /api/polls/:id/choose': { params: { id: poll.id }, body: { timeId: poll.times[0]?.id, children: 1 } },
    'DELETE /api/polls/:id': { params: { id: poll.id } },
    'PUT /api/proposals/:id/answer': { params: { id: proposalId }, body: { coming: true, children: 1 } },
    'POST /api/circles': {
      body: { name: 'De zandbak', text: 'Elke woensdag.', picture: 'sandbox', fathers: [father.id] },
    },
    'PATCH /api/circles/:id': { params: circle, body: { name: 'Woensdag', text: 'Om drie uur.', picture: 'sun' } },
    'POST /api/circles/:id/asked': { params: { id: small.id }, body: { fathers: [father.id] } },
    'PUT /api/circles/suggestions/:id/answer': { params: { id: met }, body: { yes: true } },
    'PUT /api/circles/:id/answer': { params: { id: theirCircle.id }, body: { yes: true } },
    'PUT /api/circles/:id/members/:userId': { params: membership, body: { keeper: true } },
    'DELETE /api/circles/:id/members/:userId': { params: membership, body: { reason: 'Hij is verhuisd.' } },
    'POST /api/circles/:id/code': { params: { id: circle.id }, body: { letsIn: true } },
    'DELETE /api/circles/:id/code': { params: { id: circle.id } },
    'POST /api/circles/enter': { body: { code } },
    'DELETE /api/circles/:id': { params: { id: small.id } },
    'POST /api/users/me/calendar-feeds': { body: { name: 'Gezin', variant: 'busy', showsHomeAddress: false } },
    'DELETE /api/users/me/calendar-feeds/:id': { params: { id: calendars[0]?.id } },
    'POST /api/push-subscriptions': { body: { ...service.subscription(), name: 'Telefoon' } },
    'DELETE /api/push-subscriptions/:id': { params: { id: device.id } },
    'POST /api/push/receipts': { body: { ids: [`${device.id}-${'0'.repeat(24)}`] } },
    'POST /api/push-subscriptions/:id/test': { params: { id: device.id } },
    'POST /api/notifications/:id/read': { params: { id: notice?.id } },
    'POST /api/playdates/:id/join': { params: { id: theirs.id }, body: { children: 1 } },
    'DELETE /api/playdates/:id/join': { params: { id: theirs.id }, body: { message: 'Mijn trein rijdt niet.' } },
    'PUT /api/users/me/hints/:name': { params: { name: 'calendar' }, body: { answer: 'no' } },
    'POST /api/playdates/:id/decline': { params: { id: askedTo.id }, body: { message: 'Oma is jarig.' } },
    'DELETE /api/playdates/:id/decline': { params: { id: askedTo.id } },
    'DELETE /api/playdates/:id/buddy': { params: { id: askedTo.id } },
    'POST /api/playdates/:id/wait': { params: { id: full.id }, body: { children: 1 } },
    'DELETE /api/playdates/:id/wait': { params: { id: full.id } },
    'POST /api/invites/:token/wait': { params: { token: invitedToFull.token }, body: { children: 1 } },
    'POST /api/places': {
      body: { ...facts, type: 'restaurant', features: ['kidsMenu'], imageUrl: 'https://a.example/p.png' },
    },
    'POST /api/playgrounds': { body: { ...facts, features: ['sandbox'] } },
    'POST /api/playgrounds/with-image': { form: { ...facts, features: '["sandbox"]' }, file: await aPhoto() },
    'PATCH /api/places/:id': { ...ofPlace, form: { ...facts, features: '["kidsMenu"]' }, file: await aPhoto() },
    'POST /api/places/:id/states': { ...ofSaved, body: { kind: 'flooded', text: 'Er staat water.' } },
    'POST /api/places/:id/states/:state/picture': {
      params: { id: place.id, state: String(broken.id) },
      file: await aPhoto(),
    },
    'PUT /api/places/:id/states/:state/still': { params: { id: place.id, state: String(broken.id) } },
    'PUT /api/places/:id/states/:state/mended': { params: { id: playground.id, state: String(dirty.id) } },
    'POST /api/places/:id/favorite': ofPlace,
    'DELETE /api/places/:id/favorite': ofSaved,
    'PUT /api/places/:id/reviews': { ...ofPlace, body: { rating: 5, text: 'Lekker.' } },
    'DELETE /api/places/:id/reviews': ofSaved,
    'POST /api/places/:id/revert': { ...ofPlace, body: { revisionId: revision?.id } },
    'POST /api/places/:id/apply': { ...ofSaved, body: { revisionId: waiting?.id } },
    'POST /api/places/:id/confirm': ofPlace,
    'POST /api/places/:id/proposals': { ...ofPlace, body: { kind: 'change', text: 'Het heet anders.' } },
    'POST /api/moderation/places/:id/decision': { ...ofPlace, body: { decision: 'lock', ...statement } },
    'POST /api/chats': { body: { participants: [stranger.id] } },
    'POST /api/chats/:id/request': { params: { id: chatId }, body: { accept: true } },
    'POST /api/chats/:id/messages': { params: { id: chatId }, body: { content: 'Tot morgen!' } },
    'PUT /api/chats/:id/messages/:seq/reaction': { params: message, body: { emoji: '👍' } },
    'DELETE /api/chats/:id/messages/:seq/reaction': { params: message, body: { emoji: '🙏' } },
    'POST /api/reports': {
      body: { targetType: 'playdate', targetId: String(theirs.id), reason: 'other', text: 'Kijk hier eens naar.' },
    },
    'POST /api/moderation/reports/:id/decision': {
      params: { id: report.id },
      body: { decision: 'warn', ...statement, lastReportId: report.id },
    },
    'GET /api/auth/passkeys/options': { query: { for: 'register' } },
    'POST /api/auth/passkeys': { body: passkeyProof },
    'POST /api/users/me/passkeys': { body: anotherPasskey },
    'PATCH /api/users/me/passkeys/:id': { params: { id: passkey.id }, body: { name: 'Telefoon van mijn werk' } },
    'DELETE /api/users/me/passkeys/:id': { params: { id: passkey.id } },
    'POST /api/auth/codes': { body: { username: 'niemand' } },
    'POST /api/auth/codes/enter': { body: { code: ways.mailed?.code } },
    'GET /api/auth/codes/:token': { params: { token: ways.mailed?.token } },
    'POST /api/password-resets': { body: { email: 'niemand@papadag.test' } },
    'POST /api/password-resets/:token': { params: { token: ways.reset }, body: { newPassword: 'speelkwartier' } },
    'POST /api/email-confirmations/:token': { params: { token: ways.confirm } },
  }
  const exampleOf = (route: Route): Given => examples[route.at] ?? {}
  return {
    ...all,
    other: father,
    stranger,
    reporter,
    exampleOf,
    routes: inOrder(server.served.map(({ route }) => route)),
  }
}

/** The month that was this many months ago, as `2021-05`. */
export function monthsAgo(months: number) {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7)
}

const methods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']

/** Orders deleting calls last, so that one world serves a walk over all calls. */
function inOrder(served: readonly Route[]): Route[] {
  const placeOf = ({ at }: Route) => methods.indexOf(methodAndPath(at).method)
  return [...served].sort((a, b) => placeOf(a) - placeOf(b))
}

/** Sends a call without checking it against the contract. */
export async function send(client: Client, route: Route, given: Given, headers: Record<string, string> = {}) {
  const { method } = methodAndPath(route.at)
  if (method !== 'GET' && !client.cookies.has('XSRF-TOKEN')) await client.fetch('GET', '/api/health/live')
  const init: RequestInit = { headers }
  if (route.file) {
    const form = new FormData()
    for (const [key, value] of Object.entries(given.form ?? {})) form.set(key, String(value))
    if (given.file) form.set(route.file, given.file, 'picture')
    init.body = form
  } else if (given.body !== undefined) {
    init.body = JSON.stringify(given.body)
    init.headers = { ...headers, 'content-type': 'application/json' }
  }
  return client.fetch(method, address(route, given), init)
}
