import { sendMessage } from '@papadag/contract/chat'
import { notifications } from '@papadag/contract/notifications'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { confirmPlace, proposeForPlace } from '@papadag/contract/places/place-edits'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import { editPlace, savePlace } from '@papadag/contract/places/places'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { answerPoll, createPoll } from '@papadag/contract/playdates/polls'
import { answerProposal } from '@papadag/contract/playdates/proposals'
import { type Export, exportAccount } from '@papadag/contract/users/export'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { forget } from '../../features/chat/commands.ts'
import { forgetReceived } from '../../features/moderation/received.ts'
import { forgetErasures } from '../../features/users/commands.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { acquainted, betweenCircles } from '../../testing/chat.ts'
import { markedAnswers } from '../../testing/domain/place-answers.ts'
import { meetAndSay } from '../../testing/domain/said.ts'
import { aPhoto, aPlayground } from '../../testing/places.ts'
import { aPoll } from '../../testing/polls.ts'
import { aProposal } from '../../testing/proposals.ts'
import { unmarked } from '../../testing/rules/unmarked.ts'
import { aPlaydate, type World, world } from '../../testing/world.ts'

/**
 * Every column that refers to a user (safety S14, S15): the part of an export that shows its rows, or why none does,
 * and what a deletion does with them. A new column fails here until both are decided.
 */
const references: Record<string, [exported: keyof Export | `not: ${string}`, deleted: 'goes' | 'loses him' | 'stays']> =
  {
    'children.user_id': ['account', 'goes'],
    'sessions.user_id': ['sessions', 'goes'],
    'devices.user_id': ['devices', 'goes'],
    'playdates.creator_id': ['playdates', 'goes'],
    'participants.user_id': ['participations', 'goes'],
    'series.creator_id': ['series', 'goes'],
    'series_regulars.user_id': ['standingPlaces', 'goes'],
    'waiting.user_id': ['waits', 'goes'],
    'pictures.owner_id': ['pictures', 'loses him'],
    'idempotency_keys.user_id': ['not: for a day, which calls have been done', 'goes'],
    'place_favorites.user_id': ['favoritePlaces', 'goes'],
    'place_reviews.user_id': ['reviews', 'goes'],
    'place_revisions.edited_by': ['placeEdits', 'loses him'],
    'place_confirmations.user_id': ['placeConfirmations', 'goes'],
    // The deletion removes the rows; the key only covers other cases.
    'place_proposals.user_id': ['placeProposals', 'loses him'],
    'place_states.reported_by': ['placeStates', 'loses him'],
    'place_state_voices.user_id': ['placeStateVoices', 'loses him'],
    'place_fact_answers.user_id': ['placeAnswers', 'loses him'],
    'place_visits.user_id': ['not: for a day, where he may answer a question', 'goes'],
    'place_questions.user_id': ['not: hashes of what he has been asked', 'goes'],
    'place_decisions.moderator_id': ['placeDecisions', 'loses him'],
    'places.created_by': ['places', 'loses him'],
    'reports.reporter_id': ['reports', 'loses him'],
    'reports.subject_id': ['not: who reports somebody is never named to him', 'loses him'],
    'moderation_decisions.subject_id': ['moderationDecisions', 'loses him'],
    'moderation_decisions.reported_id': ['not: who reports somebody is never named to him', 'loses him'],
    'moderation_decisions.moderator_id': ['not: it is about others', 'loses him'],
    'held_pictures.user_id': ['not: moderators keep it from sight', 'loses him'],
    // Without a foreign key, yet cleared by the deletion.
    'held_pictures.owner_id': ['not: moderators keep it from sight', 'loses him'],
    'mail_tokens.user_id': ['not: links that work for minutes', 'goes'],
    'passkeys.user_id': ['passkeys', 'goes'],
    'recovery_codes.user_id': ['not: hashes of codes that he has on paper', 'goes'],
    'handovers.user_id': ['not: for a minute, which browser he lets in', 'goes'],
    'login_codes.user_id': ['not: a code that works for minutes', 'goes'],
    'push_subscriptions.user_id': ['pushDevices', 'goes'],
    'calendar_feeds.user_id': ['calendarFeeds', 'goes'],
    'invitations.created_by': ['invitations', 'goes'],
    'parent_links.user_id': ['parentLinks', 'goes'],
    'stranger_questions.asker_id': ['not: a number that limits him', 'goes'],
    'stranger_questions.reader_id': ['not: a number that protects him', 'goes'],
    'polls.creator_id': ['polls', 'goes'],
    'poll_fathers.user_id': ['pollAnswers', 'goes'],
    'poll_answers.user_id': ['pollAnswers', 'goes'],
    'asked.user_id': ['asked', 'goes'],
    'asked.asked_by': ['asked', 'goes'],
    'circle_members.user_id': ['circles', 'goes'],
    'buddies.user_id': ['buddies', 'goes'],
    'buddies.buddy_id': ['buddies', 'goes'],
    'circle_wishes.user_id': ['circleWishes', 'goes'],
    'circle_asked.user_id': ['circleAsked', 'goes'],
    'circle_asked.asked_by': ['circleAsked', 'goes'],
    'circle_answers.user_id': ['circleAnswers', 'goes'],
    'known_answers.user_id': ['knownAnswers', 'goes'],
    'known_answers.about_id': ['not: who says that he knows him is never named to him', 'goes'],
    'hints.user_id': ['hints', 'goes'],
    'declines.user_id': ['declines', 'goes'],
    'notifications.actor_id': ['departures', 'goes'],
    'outbox.user_id': ['not: what is about to be sent', 'goes'],
    'blocks.blocker_id': ['blocks', 'goes'],
    'blocks.blocked_id': ['not: who is blocked is never told', 'goes'],
    'notifications.user_id': ['notifications', 'goes'],
    // Without a foreign key: they outlive the account until their retention ends, or for a year without a name.
    'chats.first_member': ['chats', 'stays'],
    'chats.second_member': ['chats', 'stays'],
    'chats.requested_by': ['chats', 'stays'],
    'memberships.user_id': ['chats', 'stays'],
    'messages.sender_id': ['chats', 'stays'],
    'reactions.user_id': ['chats', 'goes'],
    'audit.user_id': ['events', 'stays'],
    'received.user_id': ['not: which texts he may still report; none of them is his', 'goes'],
    'kept_texts.subject_id': ['not: the copy of what may be reported is for moderators', 'stays'],
    'erasures.user_id': ['not: there is nobody left to give it to', 'stays'],
  }

/** Marks that survive a deletion, and why. */
const mayStay = {
  'messages.content': 'what he wrote to others, until its days are over',
  'places.name': 'places stay, without him',
  ...{ 'circles.name': 'circles stay, without him', 'circles.text': 'circles stay, without him' },
  'places.description': 'places stay, without him',
  'places.address': 'places stay, without him',
  'places.shared_json': 'repeats the other columns',
  'place_states.text': 'says what is the matter with a place, without him, until 30 days after its end',
  'place_state_voices.network': 'a keyed hash that differs for each report',
  'place_fact_answers.key': 'what fathers say of a playground, without him',
  'place_fact_answers.network': 'a keyed hash that differs for each playground and question',
  'place_fact_answers.value': 'what fathers say of a playground, without him',
  'place_revisions.before': 'how a place came to be what it is',
  'place_revisions.after': 'how a place came to be what it is',
  'places.unsettled': 'how a place came to be what it is',
  // The app's own proposals; polls that he made are deleted.
  'polls.location': 'places stay, without him',
  'polls.place_name': 'places stay, without him',
  'polls.place_address': 'places stay, without him',
  'place_decisions.reason': 'why moderators decided what they did about a place',
  'place_decisions.rule': 'why moderators decided what they did about a place',
  'reports.text': 'what somebody reported stays checkable for six months, without his name',
  'kept_texts.evidence': 'whoever received it may report it for up to 30 days',
  'kept_texts.reason': 'whoever received it may report it for up to 30 days',
  'reports.evidence': 'a deletion must not destroy evidence',
  'held_pictures.address': 'a deletion must not destroy evidence',
  'moderation_decisions.reason': 'why moderators decided what they did, without him',
  'moderation_decisions.rule': 'why moderators decided what they did, without him',
  'notifications.details': 'others are told which playdate does not take place',
}

/** Marks that an export omits, and why. */
const notExported = {
  'place_state_voices.network': 'a keyed hash of his network',
  ...{ 'place_fact_answers.network': 'a keyed hash', 'known_answers.network': 'a keyed hash' },
  'place_questions.question': 'a keyed hash',
  'places.shared_json': 'repeats the other columns',
  'places.unsettled': 'repeats the history of the place',
  'polls.place_name': 'repeats the name of the place',
  'polls.place_address': 'repeats the address of the place',
  'users.password_hash': 'a secret of the server',
  'kept_texts.evidence': 'the copy of what may be reported is for moderators',
  'kept_texts.reason': 'the copy of what may be reported is for moderators',
  'reports.evidence': 'the copy of what was reported is for moderators',
  'handovers.name': 'for a minute, which browser he lets in',
  'push_subscriptions.endpoint': 'a key to the device; its service is in the export',
  'push_subscriptions.p256dh': 'a key of the device',
  'push_subscriptions.auth': 'a key of the device',
  'invitations.salt': 'what a link is made from',
  'parent_links.salt': 'what a link is made from',
  'polls.salt': 'what a link is made from',
  'outbox.payload': 'what is about to be sent',
  'outbox.dedupe_key': 'what is about to be sent',
  'passkeys.rp_id': 'the address of this server',
  'mail_tokens.email': 'where a link went that works for minutes',
  'idempotency_keys.key': 'what a browser calls an attempt',
  'held_pictures.address': 'moderators keep it from sight',
  'idempotency_keys.content': 'a hash of what a call was sent with',
  'idempotency_keys.made': 'the number of what a call has made, which is in the export',
}

/** Columns of an account that its export renames or omits. */
const renamed: Record<string, keyof Export['account'] | keyof Export['settings'] | `not: ${string}`> = {
  password_hash: 'not: a secret of the server',
  has_password: 'not: shown as hasNoPassword while he has none',
  username_key: 'not: the username, as it is compared',
  email_key: 'not: the address, as it is compared',
  reset_email_key: 'not: the address, as it is compared',
  notification_settings: 'notifications',
  neighbourhood_latitude: 'neighbourhood',
  neighbourhood_longitude: 'neighbourhood',
  neighbourhood_is_town: 'not: whether his home is the middle of a town he named, which it also shows',
  inactivity_told_at: 'toldOfInactivityAt',
  papa_days_counting: 'not: which of his days count until a change of them does, for a day at most',
  papa_days_changed: 'not: what limits the next change of his days, for a day',
  papa_days_opened: 'not: what limits the next change of his days, for a day',
  hidden_at: 'not: the decision that says why is',
}

const Reference = z.object({ column: z.string(), rule: z.nullable(z.string()) })

/** The columns that refer to users: by a foreign key, or by their name. */
function referencesOf(db: Db) {
  return db.many(
    Reference,
    sql`select c.conrelid::regclass || '.' || a.attname as column, c.confdeltype::text as rule
          from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
         where c.contype = 'f' and c.confrelid = 'users'::regclass
        union all
        select n.table_name || '.' || n.column_name, null
          from information_schema.columns n
         where n.table_schema = 'public' and n.data_type in ('integer', 'bigint')
           and n.column_name ~ '(^|_)(user|owner|creator|sender|member|moderator|reporter|author|subject)(_id)?$|_by$'
           and not exists (select from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
                            where c.contype = 'f' and c.conrelid = n.table_name::regclass and a.attname = n.column_name)
         order by 1`,
  )
}

/** SQL that this file has built itself. */
function statement(text: string) {
  return sql(Object.assign([text], { raw: [text] }))
}

const split = (column: string) => column.split('.').map(name => `"${name}"`)

/** The columns that contain this user's number. */
async function columnsWith(db: Db, userId: number) {
  const found: string[] = []
  for (const { column } of await referencesOf(db)) {
    const [table, name] = split(column)
    if ((await db.count(statement(`from ${table} where ${name} = ${userId}`))) > 0) found.push(column)
  }
  return found.sort()
}

/** All columns that can contain what somebody wrote. */
async function wordyColumns(db: Db) {
  const all = await db.many(
    z.object({ column: z.string() }),
    sql`select table_name || '.' || column_name as column from information_schema.columns
         where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') order by 1`,
  )
  return all.map(({ column }) => column)
}

/** The columns that contain a mark. */
async function columnsWithMarks(db: Db) {
  const found: string[] = []
  for (const column of await wordyColumns(db)) {
    const [table, name] = split(column)
    if ((await db.count(statement(`from ${table} where ${name}::text like '%merk-%'`))) > 0) found.push(column)
  }
  return found
}

/** A father with a mark in everything that he, or the product about him, can write. */
async function marked({ db, host, fathers: [friend, guest] }: World<2>) {
  const mark = (column: string) => `merk-${column}`
  const photo = await aPhoto()
  const avatar = (await host.call(uploadProfilePicture, { file: photo })).imageUrl
  // An upload that nothing shows.
  await db.run(sql`insert into pictures (name, owner_id, bytes) values (${`${'a'.repeat(32)}.webp`}, ${host.id}, 1)`)
  await db.run(sql`
    update users set username = ${mark('users.username')}, email = ${mark('users.email@papadag.test')},
           password_hash = ${mark('users.password_hash')}, first_name = ${mark('users.first_name')},
           last_name = ${mark('users.last_name')}, bio = ${mark('users.bio')}, city = ${mark('users.city')},
           reset_email = ${mark('users.reset_email')}, phone_number = ${mark('users.phone_number')}, badge = ${mark('users.badge')},
           favorite_locations = ${[mark('users.favorite_locations')]}
     where id = ${host.id}`)
  await db.run(sql`with s as (update sessions set user_agent = ${mark('sessions.user_agent')} where user_id = ${host.id}),
    d as (insert into devices (user_id, name_hash, token_hash, name) values (${host.id}, 'n', 't', ${mark('devices.name')}))
    insert into handovers (browser_hash, code_hash, user_id, name) values ('b', 'c', ${host.id}, ${mark('handovers.name')})`)
  await db.run(sql`
    insert into children (user_id, name, birth_month, position) values (${host.id}, ${mark('children.name')}, '2020-01-01', 0)`)
  const playdate = await host.call(createPlaydate, {
    body: aPlaydate({
      title: mark('playdates.title'),
      description: mark('playdates.description'),
      location: mark('playdates.location'),
      area: mark('playdates.area'),
      locationVisibility: 'participants',
      repeats: { every: 'week' },
    }),
  })
  await db.run(sql`
    update series set title = ${mark('series.title')}, description = ${mark('series.description')},
           location = ${mark('series.location')}, area = ${mark('series.area')}`)
  await guest.call(joinPlaydate, { params: { id: playdate.id }, body: {} })
  const others = await guest.call(createPlaydate, { body: aPlaydate({ title: 'Van een ander' }) })
  await host.call(joinPlaydate, { params: { id: others.id }, body: { children: 1 } })
  await db.run(sql`
    insert into notifications (user_id, kind, details)
    values (${guest.id}, 'playdate.withBlocked',
            jsonb_build_object('playdateId', ${playdate.id}::int, 'title', 'merk-notifications.details-of-his'))`)
  await db.run(sql`
    insert into notifications (user_id, kind, details)
    values (${host.id}, 'playdate.cancelled', jsonb_build_object('title', ${mark('notifications.details')}::text))`)
  await db.run(sql`
    insert into notifications (user_id, actor_id, kind, details)
    values (${guest.id}, ${host.id}, 'playdate.left', jsonb_build_object('message', 'merk-notifications.details-of-a-departure'))`)
  await db.run(sql`
    insert into hints (user_id, name, answer) values (${host.id}, ${mark('hints.name')}, ${mark('hints.answer')})`)
  await db.run(sql`
    insert into declines (playdate_id, user_id, message) values (${others.id}, ${host.id}, ${mark('declines.message')})`)
  await db.run(sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth, name)
    values (${host.id}, ${mark('push_subscriptions.endpoint')}, ${mark('push_subscriptions.p256dh')},
            ${mark('push_subscriptions.auth')}, ${mark('push_subscriptions.name')})`)
  await db.run(sql`
    insert into passkeys (user_id, credential_id, public_key, user_handle, rp_id, name)
    values (${host.id}, '\\x05', '\\x05', '\\x05', ${mark('passkeys.rp_id')}, ${mark('passkeys.name')})`)
  await db.run(sql`
    insert into calendar_feeds (user_id, name, variant, token_hash)
    values (${host.id}, ${mark('calendar_feeds.name')}, 'full', '\\x01')`)
  await db.run(sql`
    insert into invitations (playdate_id, created_by, salt, token_hash)
    values (${playdate.id}, ${host.id}, ${mark('invitations.salt')}, '\\x02')`)
  await db.run(sql`
    insert into parent_links (playdate_id, user_id, salt, token_hash)
    values (${playdate.id}, ${host.id}, ${mark('parent_links.salt')}, '\\x04')`)
  await db.run(sql`
    insert into polls (creator_id, title, description, location, location_visibility, area, max_participants, salt, token_hash, ends_at)
    values (${host.id}, ${mark('polls.title')}, ${mark('polls.description')}, ${mark('polls.location')}, 'participants', ${mark('polls.area')}, 5,
            ${mark('polls.salt')}, '\\x03', now() + interval '2 days')`)
  await db.run(sql`
    insert into poll_times (poll_id, start_time, end_time)
    select id, now() + interval '1 day', now() + interval '25 hours' from polls`)
  const asking = await friend.call(createPoll, { body: aPoll({ fathers: [host.id] }) })
  const answers = Object.fromEntries(asking.times.map(({ id }) => [id, 'yes' as const]))
  await host.call(answerPoll, { params: { id: asking.id }, body: { answers } })
  // An unknown kind, so that the row waits.
  await db.run(sql`
    insert into outbox (kind, user_id, payload, dedupe_key)
    values ('unknown', ${host.id}, jsonb_build_object('x', ${mark('outbox.payload')}::text), ${mark('outbox.dedupe_key')})`)
  await db.run(sql`update playdates set cancel_reason = ${mark('playdates.cancel_reason')} where id = ${playdate.id}`)
  await db.run(sql`
    insert into idempotency_keys (user_id, route, key, status, made, content)
    values (${host.id}, 'POST /api/playdates', ${mark('idempotency_keys.key')}, 201, ${mark('idempotency_keys.made')},
            ${mark('idempotency_keys.content')})`)

  const before = mark('place_revisions.before')
  const place = await aPlayground(host, { name: before, address: before })
  const proposalId = await aProposal(db, place.id, [host.id, friend.id])
  await host.call(answerProposal, { params: { id: proposalId }, body: { coming: true } })
  const params = { id: place.id }
  const fields = { name: mark('places.name'), address: mark('places.address'), description: mark('places.description') }
  await host.call(editPlace, { params, form: fields, file: photo })
  await host.call(reviewPlace, { params, body: { rating: 4, text: mark('place_reviews.text') } })
  await host.call(proposeForPlace, { params, body: { kind: 'change', text: mark('place_proposals.text') } })
  await host.call(savePlace, { params })
  await markedAnswers(db, { placeId: place.id, userId: host.id, mark })
  const theirs = await aPlayground(guest)
  await host.call(confirmPlace, { params: { id: theirs.id } })
  await db.run(sql`
    insert into place_decisions (place_id, moderator_id, decision, reason, rule)
    values (${place.id}, ${host.id}, 'confirm', ${mark('place_decisions.reason')}, ${mark('place_decisions.rule')})`)

  await db.run(sql`
    insert into reports (reporter_id, subject_id, target_type, target_id, reason, text, evidence)
    values (${host.id}, ${guest.id}, 'user', ${guest.id}::text, 'spam', ${mark('reports.text')}, '{}'),
           (${guest.id}, ${host.id}, 'user', ${host.id}::text, 'spam', null,
            jsonb_build_object('text', ${mark('reports.evidence')}::text))`)
  await db.run(
    sql`insert into received (target_type, target_id, user_id) values ('poll', 900, ${host.id}), ('poll', 901, ${guest.id})`,
  )
  await db.run(sql`
    insert into kept_texts (target_type, target_id, subject_id, evidence, reason, kept_until)
    values ('poll', 901, ${host.id}, jsonb_build_object('text', ${mark('kept_texts.evidence')}::text), ${mark('kept_texts.reason')},
            now() + interval '1 day')`)
  await db.run(sql`
    insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule)
    values ('user', ${host.id}::text, ${host.id}, 'warn', ${mark('moderation_decisions.reason')},
            ${mark('moderation_decisions.rule')})`)
  for (const { address, user, shownAt } of [
    { address: mark('held_pictures.address'), user: host.id, shownAt: null },
    { address: '/uploads/held.webp', user: null, shownAt: place.id },
  ]) {
    await db.run(sql`
      insert into held_pictures (address, user_id, place_id, owner_id)
      values (${address}, ${user}::int, ${shownAt}::int, ${host.id})`)
  }

  await db.run(sql`
    insert into mail_tokens (token_hash, user_id, purpose, email, expires_at)
    values ('\\x00', ${host.id}, 'confirm', ${mark('mail_tokens.email')}, now() + interval '1 hour')`)

  const toFriend = { params: { id: await acquainted(host, friend) }, body: { content: mark('messages.content') } }
  await host.call(sendMessage, toFriend)
  await meetAndSay(db, [host, friend, guest], mark('known_answers.network'))
  await betweenCircles(host, friend, { name: mark('circles.name'), text: mark('circles.text') })
  await host.call(block, { params: { id: guest.id } })
  const shown = await db.one(
    z.object({ image: z.nullable(z.string()) }),
    sql`select image_url as image from places where id = ${place.id}`,
  )
  return { avatar, placePhoto: shown?.image ?? '' }
}

test('export and deletion cover every reference to a user', async () => {
  const { db } = await world()
  const found = await referencesOf(db)
  expect(found.map(({ column }) => column).filter(column => !(column in references))).toEqual([])
  const rules = { c: 'goes', n: 'loses him' }
  for (const { column, rule } of found) {
    if (rule === null) continue
    expect([column, references[column]?.[1]]).toEqual([column, rules[rule as keyof typeof rules]]) // of a key
  }
})

test('the test father has a marker value in every column that can hold his data', async () => {
  const here = await world({ fathers: 2 })
  await marked(here)
  const held = await columnsWithMarks(here.db)
  const tables = new Set(['users', ...Object.keys(references).map(column => column.split('.')[0])])
  const expected = (await wordyColumns(here.db)).filter(
    column => tables.has(column.split('.')[0]) && !unmarked.has(column),
  )
  expect(expected.filter(column => !held.includes(column))).toEqual([])
})

test('the export contains every column of an account, unless the table says why not', async () => {
  const { db, host } = await world()
  const columns = await db.many(
    z.object({ name: z.string() }),
    sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'users'`,
  )
  const { account, settings } = await host.call(exportAccount)
  const exported = Object.keys({ ...account, ...settings })
  const named = columns.map(({ name }) => renamed[name] ?? name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()))
  expect(named.filter(name => !name.startsWith('not: ') && !exported.includes(name))).toEqual([])
})

test('an export contains everything stored about its owner', async () => {
  const here = await world({ fathers: 2 })
  const { db, host } = here
  await marked(here)
  const held = await columnsWithMarks(db)
  const all = await host.call(exportAccount)
  const text = JSON.stringify(all)
  const missing = held.filter(column => !text.includes(`merk-${column}`))
  expect(missing).toEqual(expect.arrayContaining(Object.keys(notExported).filter(column => held.includes(column))))
  // The state after an edit carries the place's own marks.
  expect(missing.filter(column => !(column in notExported) && column !== 'place_revisions.after')).toEqual([])
  for (const [column, [part]] of Object.entries(references)) {
    if (part.startsWith('not: ') || !(await columnsWith(db, host.id)).includes(column)) continue
    expect([column, all[part as keyof Export]]).not.toEqual([column, []]) // not one of the reasons
  }
})

test('a deleted account leaves only what others in his chats may read, places, and anonymous traces', async () => {
  const here = await world({ fathers: 2 })
  const { db, host, father: friend, other: guest } = here
  const { avatar, placePhoto } = await marked(here)
  const before = await columnsWithMarks(db)
  expect(before).toEqual(expect.arrayContaining(Object.keys(mayStay)))
  await host.call(deleteAccount)

  expect(await columnsWithMarks(db)).toEqual(Object.keys(mayStay).sort())
  const stays = Object.entries(references).flatMap(([column, [, fate]]) => (fate === 'stays' ? [column] : []))
  const known = await columnsWith(db, host.id)
  expect(known.filter(column => !stays.includes(column))).toEqual([])
  expect(await db.count(sql`from place_proposals`)).toBe(0)
  expect(await db.count(sql`from place_reviews`)).toBe(0)
  expect((await friend.fetch('GET', avatar)).status).toBe(404)
  expect((await friend.fetch('GET', placePhoto)).status).toBe(200)
  expect(await db.count(sql`from pictures`)).toBe(1)
  // The one about his own playdate names nobody.
  expect(await guest.call(notifications)).toMatchObject([{ kind: 'playdate.cancelled' }, { kind: 'playdate.joined' }])

  await db.run(sql`update messages set sent_at = now() - interval '8 days'`)
  await db.run(sql`update chats set active_at = now() - interval '8 days'`)
  await forget(db, 7)
  await db.run(sql`update kept_texts set kept_until = now()`)
  await forgetReceived(db, 7)
  await db.run(sql`update erasures set erased_at = now() - interval '36 days'`)
  await forgetErasures(db)
  expect(await columnsWith(db, host.id)).toEqual(['audit.user_id'])
  expect(await columnsWithMarks(db)).not.toContain('messages.content')
})
