import { Export } from '@papadag/contract/users/export'
import * as z from 'zod/mini'
import { inCircle } from '../../domain/circles.ts'
import { dayOf } from '../../domain/notifications/notification-settings.ts'
import { isNotHiddenFrom, seatOf } from '../../domain/playdates/state.ts'
import { isProposal } from '../../domain/polls.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'

// Each is a list of rows `fields` with an ascending number `key`; contains what only its owner may see, and nothing
// about others.
const places = sql`join places p on p.id = x.place_id`
/** Whether the user may see a place's name: that of a hidden place only if he added it. */
const isNamed = (userId: number) => sql`(p.hidden_at is null or p.created_by = ${userId})`
const ofPlace = (userId: number) => sql`'placeId', p.id, 'placeName', case when ${isNamed(userId)} then p.name end`

const wherePlace = (userId: number) => sql`
  'type', case when ${isNamed(userId)} then p.type end, 'latitude', case when ${isNamed(userId)} then p.latitude end,
  'longitude', case when ${isNamed(userId)} then p.longitude end`

/** The parts of an export that no screen shows in this form, for one user. */
export const sections = {
  sessions: userId => sql`
    select id as key, json_build_object('id', id, 'userAgent', user_agent, 'createdAt', ${isoOf(sql`created_at`)},
             'lastUsedAt', ${isoOf(sql`last_used_at`)}, 'expiresAt', ${isoOf(sql`expires_at`)}) as fields
      from sessions where user_id = ${userId}`,
  passkeys: userId => sql`
    select id as key, json_build_object('id', id, 'name', name, 'createdAt', ${isoOf(sql`created_at`)},
             'lastUsedOn', last_used_on::text) as fields
      from passkeys where user_id = ${userId}`,
  devices: userId => sql`
    select d.id as key, json_build_object('id', d.id, 'name', d.name, 'createdOn', ${dayOf(sql`d.created_at`, sql`u`)},
             'lastUsedOn', ${dayOf(sql`d.last_used_at`, sql`u`)}, 'endsOn', ${dayOf(sql`d.ends_at`, sql`u`)}) as fields
      from devices d join users u on u.id = d.user_id where d.user_id = ${userId}`,
  participations: userId => sql`
    select p.id as key, json_build_object('playdateId', p.id, 'children', x.children,
             'joinedAt', ${isoOf(sql`x.joined_at`)}) as fields
      from playdates p join ${seatOf(userId, sql`x`)}
     where ${isNotHiddenFrom(userId)}`,
  series: userId => sql`
    select id as key, json_build_object('id', id, 'every', every, 'firstDay', anchor_date, 'startsAt', start_at::text,
             'endsAt', end_at::text, 'until', until, 'title', title, 'description', description, 'location', location,
             'area', area, 'kind', kind, 'maxParticipants', max_participants, 'minimumFathers', minimum_fathers, 'children', children,
             'endedAt', ${isoOf(sql`ended_at`)}, 'createdAt', ${isoOf(sql`created_at`)}) as fields
      from series where creator_id = ${userId}`,
  standingPlaces: userId => sql`
    select series_id as key, json_build_object('seriesId', series_id, 'children', children, 'unanswered', missed,
             'since', ${isoOf(sql`since`)}) as fields
      from series_regulars where user_id = ${userId}`,
  waits: userId => sql`
    select p.id as key, json_build_object('playdateId', p.id, 'children', w.children, 'byStanding', w.by_standing, 'since', ${isoOf(sql`w.since`)}) as fields
      from waiting w join playdates p on p.id = w.playdate_id and ${isNotHiddenFrom(userId)}
     where w.user_id = ${userId}`,
  places: userId => sql`
    select id as key, json_build_object('id', id, 'type', type, 'name', name, 'description', description,
             'address', address, 'latitude', latitude, 'longitude', longitude, 'features', features,
             'imageUrl', image_url, 'createdAt', ${isoOf(sql`created_at`)}) as fields
      from places where created_by = ${userId}`,
  favoritePlaces: userId => sql`
    select p.id as key, json_build_object(${ofPlace(userId)}, ${wherePlace(userId)}, 'savedAt', ${isoOf(sql`x.created_at`)}) as fields
      from place_favorites x ${places} where x.user_id = ${userId}`,
  reviews: userId => sql`
    select x.id as key, json_build_object(${ofPlace(userId)}, ${wherePlace(userId)}, 'rating', x.rating, 'text', x.text,
             'createdAt', ${isoOf(sql`x.created_at`)}, 'updatedAt', ${isoOf(sql`x.updated_at`)}) as fields
      from place_reviews x ${places} where x.user_id = ${userId}`,
  placeEdits: userId => sql`
    select x.id as key, json_build_object(${ofPlace(userId)}, 'before', case when ${isNamed(userId)} then x.before end, 'after', x.after,
             'createdAt', ${isoOf(sql`x.created_at`)}) as fields
      from place_revisions x ${places} where x.edited_by = ${userId}`,
  placeConfirmations: userId => sql`
    select p.id as key, json_build_object(${ofPlace(userId)}, 'createdAt', ${isoOf(sql`x.created_at`)}) as fields
      from place_confirmations x ${places} where x.user_id = ${userId}`,
  placeProposals: userId => sql`
    select x.id as key, json_build_object(${ofPlace(userId)}, 'kind', x.kind, 'text', x.text,
             'createdAt', ${isoOf(sql`x.created_at`)}, 'closedAt', ${isoOf(sql`x.closed_at`)}) as fields
      from place_proposals x ${places} where x.user_id = ${userId}`,
  placeStates: userId => sql`
    select x.id as key, json_build_object(${ofPlace(userId)}, 'kind', x.kind, 'text', x.text, 'imageUrl', x.image_url,
             'since', x.since::text, 'until', x.until::text) as fields
      from place_states x ${places} where x.reported_by = ${userId}`,
  placeStateVoices: userId => sql`
    select v.id as key, json_build_object(${ofPlace(userId)}, 'kind', x.kind, 'says', v.says) as fields
      from place_state_voices v join place_states x on x.id = v.state_id ${places} where v.user_id = ${userId}`,
  placeAnswers: userId => sql`
    select x.id as key, json_build_object(${ofPlace(userId)}, 'key', x.key, 'value', x.value, 'day', x.day::text) as fields
      from place_fact_answers x ${places} where x.user_id = ${userId}`,
  placeDecisions: userId => sql`
    select x.id as key, json_build_object(${ofPlace(userId)}, 'decision', x.decision, 'reason', x.reason, 'rule', x.rule,
             'createdAt', ${isoOf(sql`x.created_at`)}) as fields
      from place_decisions x ${places} where x.moderator_id = ${userId}`,
  reports: userId => sql`
    select id as key, json_build_object('id', id, 'targetType', target_type, 'targetId', target_id, 'reason', reason,
             'text', text, 'createdAt', ${isoOf(sql`created_at`)}, 'closedAt', ${isoOf(sql`closed_at`)}) as fields
      from reports where reporter_id = ${userId}`,
  moderationDecisions: userId => sql`
    select id as key, json_build_object('targetType', target_type, 'decision', decision, 'reason', reason, 'rule', rule,
             'isAutomatic', is_automatic, 'createdAt', ${isoOf(sql`created_at`)}) as fields
      from moderation_decisions where subject_id = ${userId}`,
  departures: userId => sql`
    select id as key, json_build_object('message', details ->> 'message', 'createdAt', ${isoOf(sql`created_at`)}) as fields
      from notifications where actor_id = ${userId} and kind = 'playdate.left'`,
  invitations: userId => sql`
    select id as key, json_build_object('playdateId', playdate_id, 'showsName', says_what,
             'createdAt', ${isoOf(sql`created_at`)}) as fields
      from invitations where created_by = ${userId}`,
  parentLinks: userId => sql`
    select playdate_id as key, json_build_object('playdateId', playdate_id, 'createdAt', ${isoOf(sql`created_at`)}) as fields
      from parent_links where user_id = ${userId}`,
  polls: userId => sql`
    select q.id as key, json_build_object('id', q.id, 'title', q.title, 'description', q.description, 'location', q.location,
             'locationVisibility', q.location_visibility, 'area', q.area, 'placeId', q.place_id,
             'maxParticipants', q.max_participants, 'createdAt', ${isoOf(sql`q.created_at`)},
             'times', (select json_agg(json_build_object('startTime', ${isoOf(sql`t.start_time`)}, 'endTime', ${isoOf(sql`t.end_time`)})
                               order by t.start_time, t.id) from poll_times t where t.poll_id = q.id)) as fields
      from polls q where q.creator_id = ${userId}`,
  pollAnswers: userId => sql`
    select q.id as key, json_build_object('pollId', q.id, 'children', f.children, 'answeredAt', ${isoOf(sql`f.answered_at`)},
             'answers', (select coalesce(json_agg(json_build_object('startTime', ${isoOf(sql`t.start_time`)}, 'answer', a.answer)
                                 order by t.start_time, t.id), '[]'::json)
                           from poll_answers a join poll_times t on t.id = a.poll_time_id
                          where t.poll_id = q.id and a.user_id = ${userId})) as fields
      from poll_fathers f join polls q on q.id = f.poll_id
     where f.user_id = ${userId} and not ${isProposal} and q.creator_id <> all (${blockedWith(userId)})`,
  proposals: userId => sql`
    select q.id as key, json_build_object('placeId', q.place_id, 'startTime', ${isoOf(sql`t.start_time`)},
             'endTime', ${isoOf(sql`t.end_time`)}, 'answer', a.answer, 'children', f.children,
             'answeredAt', ${isoOf(sql`f.answered_at`)}) as fields
      from poll_fathers f join polls q on q.id = f.poll_id and ${isProposal} join poll_times t on t.poll_id = q.id
      left join poll_answers a on a.poll_time_id = t.id and a.user_id = f.user_id where f.user_id = ${userId}`,
  asked: userId => sql`
    select (playdate_id::bigint << 31) + case when asked_by = ${userId} then user_id else asked_by end as key,
           json_build_object('playdateId', playdate_id, 'userId', user_id, 'askedBy', asked_by, 'askedAt', ${isoOf(sql`asked_at`)}) as fields
      from asked where ${userId} in (user_id, asked_by)`,
  circles: userId => sql`
    select g.id as key, json_build_object('id', g.id, 'name', g.name, 'text', g.text, 'picture', g.picture,
             'isKeeper', g.id in (select circle_id from circle_members k where k.user_id = ${userId} and k.is_keeper),
             'isBuddy', x.is_buddy, 'joinedAt', ${isoOf(sql`x.joined_at`)}) as fields
      from circles g join ${inCircle(userId)}`,
  // Nobody reads that the other has declined.
  buddies: userId => sql`
    select row_number() over (order by b.playdate_id, b.user_id) as key,
           json_build_object('playdateId', b.playdate_id, 'userId', b.user_id, 'buddyId', b.buddy_id, 'askedAt', ${isoOf(sql`b.asked_at`)}) as fields
      from buddies b where ${userId} in (b.user_id, b.buddy_id) and b.declined_at is null
       and case when b.user_id = ${userId} then b.buddy_id else b.user_id end <> all (${blockedWith(userId)})`,
  circleAsked: userId => sql`
    select row_number() over (order by circle_id, user_id) as key,
           json_build_object('circleId', circle_id, 'userId', user_id, 'askedBy', asked_by, 'askedAt', ${isoOf(sql`asked_at`)},
             -- Whoever asked does not learn of a refusal.
             'declinedAt', case when user_id = ${userId} then ${isoOf(sql`declined_at`)} end) as fields
      from circle_asked where ${userId} in (user_id, asked_by)
       and case when user_id = ${userId} then asked_by else user_id end <> all (${blockedWith(userId)})`,
  circleAnswers: userId => sql`
    select a.playdate_id as key, json_build_object('playdateId', a.playdate_id, 'saysYes', a.says_yes,
             'answeredAt', ${isoOf(sql`a.answered_at`)}) as fields
      from circle_answers a where a.user_id = ${userId}`,
  circleWishes: userId => sql`
    select circle_id as key, json_build_object('circleId', circle_id, 'wishedAt', ${isoOf(sql`wished_at`)}) as fields
      from circle_wishes where user_id = ${userId}`,
  knownAnswers: userId => sql`
    select a.about_id as key, json_build_object('userId', a.about_id, 'playdateId', a.playdate_id, 'saysYes', a.says_yes,
             'answeredAt', ${isoOf(sql`a.answered_at`)}) as fields
      from known_answers a where a.user_id = ${userId} and a.about_id <> all (${blockedWith(userId)})`,
  hints: userId => sql`
    select row_number() over (order by shown_at, name) as key, json_build_object('name', name, 'answer', answer, 'shownAt', ${isoOf(sql`shown_at`)}) as fields
      from hints where user_id = ${userId}`,
  declines: userId => sql`
    select playdate_id as key, json_build_object('playdateId', playdate_id, 'message', message, 'declinedAt', ${isoOf(sql`declined_at`)}) as fields
      from declines where user_id = ${userId}`,
  pushDevices: userId => sql`
    select id as key, json_build_object('id', id, 'name', name, 'service', split_part(endpoint, '/', 3),
             'createdAt', ${isoOf(sql`created_at`)}) as fields
      from push_subscriptions where user_id = ${userId}`,
  calendarFeeds: userId => sql`
    select id as key, json_build_object('id', id, 'name', name, 'variant', variant, 'showsHomeAddress', shows_home_address,
             'createdAt', ${isoOf(sql`created_at`)}, 'lastReadAt', ${isoOf(sql`last_read_at`)}) as fields
      from calendar_feeds where user_id = ${userId}`,
  events: userId => sql`
    select id as key, json_build_object('event', event, 'at', ${isoOf(sql`at`)}) as fields
      from audit where user_id = ${userId}`,
} as const satisfies { [K in keyof Export]?: (userId: number) => Sql }

const pageSize = 500

/** Yields all rows of a section, page by page. */
export async function* rowsOf(db: Db, name: keyof typeof sections, userId: number): AsyncGenerator<unknown> {
  const row = z.object({ key: z.number(), fields: Export.def.shape[name].def.element })
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: { key: number; fields: unknown }[] = await db.many(
      row,
      sql`select key, fields from (${sections[name](userId)}) x where key > ${after} order by key limit ${pageSize}`,
    )
    for (const { fields } of rows) yield fields
    after = rows.length < pageSize ? undefined : rows.at(-1)?.key
  }
}

const Picture = z.object({ name: z.string(), createdAt: z.string() })

/** The names of the user's uploads. */
export function pictureNames(db: Db, userId: number): Promise<z.output<typeof Picture>[]> {
  return db.many(
    Picture,
    sql`select name, ${isoOf(sql`created_at`)} as "createdAt" from pictures where owner_id = ${userId} order by created_at`,
  )
}

const Facts = z.object({
  isModerator: z.boolean(),
  isOperator: z.boolean(),
  isHost: z.boolean(),
  emailConfirmed: z.boolean(),
  resetEmail: z.nullable(z.string()),
  emailRefusedAt: z.nullable(z.string()),
  createdAt: z.string(),
  lastActiveAt: z.string(),
  neighbourhoodSince: z.nullable(z.string()),
  toldOfInactivityAt: z.nullable(z.string()),
  suspendedUntil: z.nullable(z.string()),
  mayNotStart: z.boolean(),
  safeMeetingSeenAt: z.nullable(z.string()),
})

/** Facts about an account that its own profile does not show. */
export function accountFacts(db: Db, userId: number): Promise<z.output<typeof Facts> | undefined> {
  return db.one(
    Facts,
    sql`select is_moderator as "isModerator", is_operator as "isOperator", is_host as "isHost", email_confirmed as "emailConfirmed", reset_email as "resetEmail",
               ${isoOf(sql`email_refused_at`)} as "emailRefusedAt",
               ${isoOf(sql`created_at`)} as "createdAt", ${isoOf(sql`last_active_at`)} as "lastActiveAt",
               ${isoOf(sql`neighbourhood_since`)} as "neighbourhoodSince",
               ${isoOf(sql`inactivity_told_at`)} as "toldOfInactivityAt",
               case when isfinite(suspended_until) then ${isoOf(sql`suspended_until`)} end as "suspendedUntil",
               may_not_start as "mayNotStart", ${isoOf(sql`safe_meeting_seen_at`)} as "safeMeetingSeenAt"
          from users where id = ${userId}`,
  )
}
