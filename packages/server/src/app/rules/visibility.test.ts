import { currentUser } from '@papadag/contract/auth'
import { sendMessage } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  onePlaydate,
  ownPlaydates,
  pastPlaydates,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { methodAndPath } from '@papadag/contract/route'
import type { HalfDay } from '@papadag/contract/users/papa-days'
import { block, editProfile, editSettings, ownProfile } from '@papadag/contract/users/users'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { chatOf } from '../../testing/chat.ts'
import type { Client } from '../../testing/client.ts'
import { sayOfOneMet } from '../../testing/domain/meetings.ts'
import { tokenIn } from '../../testing/polls.ts'
import {
  fields,
  markedChat,
  markedCircle,
  markedCircleDate,
  markedDates,
  markedDecline,
  markedNow,
  markedPlaces,
  markedPoll,
  markedReport,
} from '../../testing/rules/marks.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'

/**
 * Who may see what (safety 2): every field of a father holds a marked value, every read is made as every relation to
 * him, and the table says which marks may turn up. A new read is walked as soon as it is served; a new field or
 * relation is one line here.
 */
type Field = keyof typeof fields

const person: Field[] = ['firstName', 'lastName', 'bio', 'city', 'favoriteLocation']
const playdate: Field[] = ['playdateTitle', 'playdateLocation', 'playdateDescription', 'homeArea', 'seriesTitle']
/** A home address, shown to its owner, and to participants until a week later (safety S5). */
const home: Field[] = ['homeAddress', 'pastHomeAddress', 'seriesAddress', 'fullAddress']
const place: Field[] = ['placeName', 'placeAddress', 'placeBefore', 'review']
/** A poll about his home, shown to those he invites, with its neighbourhood. */
const poll: Field[] = ['pollTitle', 'pollDescription', 'pollArea']
/** A circle, found by its members alone. */
const circle: Field[] = ['circleName', 'circleText']
/** What it plans, before it has opened to others. */
const circleDate = 'circleDate'
const own: Field[] = ['username', 'email', 'phoneNumber', 'childName', 'neighbourhood', 'papaDay']

const relations = {
  /** Including his texts about places, which only his export shows. */
  self: [
    ...person,
    ...playdate,
    ...home,
    ...place,
    ...own,
    ...poll,
    ...circle,
    circleDate,
    'circlePlace',
    'pollAddress',
    'pastTitle',
    'nowTitle',
    'chatMessage',
    'declineMessage',
    'hiddenPlace',
    'proposal',
    'decision',
    'verdict',
    'hiddenPlaydate',
    'hiddenBecause',
    'distance',
    'saidKnown',
  ],
  /** On the same playdates, one of them past. */
  co: [
    ...person,
    ...playdate,
    ...place,
    ...poll,
    'pastTitle',
    'nowTitle',
    'homeAddress',
    'seriesAddress',
    'fullAddress',
    'report',
    'distance',
    'sharedDay',
  ],
  /** In a circle with him, and in a chat in which both have written, where he was asked to a playdate to which he cannot come. */
  chat: [
    ...person,
    ...playdate,
    ...place,
    ...poll,
    ...circle,
    circleDate,
    'circlePlace',
    'nowTitle',
    'chatMessage',
    'declineMessage',
    'distance',
    'sharedDay',
  ],
  member: [...person, ...playdate, ...place, 'sharedDay'],
  /** Waits for a place on a full playdate at his home. */
  waiting: [...person, ...playdate, ...place, 'sharedDay'],
  /**
   * Took part in his playdates and in a chat with him until one of them blocked the other: messages stay. The blocked
   * member was told that his playdates are cancelled, as after a deletion, and is still in a circle with him.
   */
  blocked: ['placeName', 'placeAddress', 'placeBefore', 'chatMessage', 'playdateTitle', ...circle, circleDate],
  /** The blocker's list of blocked users names him. */
  blocker: ['firstName', 'lastName', 'placeName', 'placeAddress', 'placeBefore', 'chatMessage'],
  visitor: [],
} as const satisfies Record<string, readonly Field[]>
type Relation = keyof typeof relations

/** With every detail switched on, and the last name reduced. */
const shownMore: Partial<Record<Relation, readonly Field[]>> = {
  co: [...relations.co, 'phoneNumber', 'childName'],
  chat: [...relations.chat, 'phoneNumber', 'childName'],
  member: [...relations.member, 'distance'],
  waiting: [...relations.waiting, 'distance'],
}
const withoutLastName = (allowed: readonly Field[]) => allowed.filter(field => field !== 'lastName')

/** A father with a mark in every field, and a user in every relation to him. */
async function cast() {
  const {
    db,
    host,
    father: co,
    other: member,
    third: chat,
    fourth: blocked,
    fifth: blocker,
    sixth: waiting,
    visitor,
    server,
  } = await world({ fathers: 6 })
  const upcoming = await host.call(createPlaydate, {
    body: aPlaydate({
      title: fields.playdateTitle,
      location: fields.playdateLocation,
      description: fields.playdateDescription,
    }),
  })
  const past = await host.call(createPlaydate, { body: aPlaydate({ title: fields.pastTitle }) })
  const home = await host.call(createPlaydate, {
    body: aPlaydate({ location: fields.homeAddress, locationVisibility: 'participants', area: fields.homeArea }),
  })
  const pastHome = await host.call(createPlaydate, {
    body: aPlaydate({ location: fields.pastHomeAddress, locationVisibility: 'participants' }),
  })
  const hidden = await host.call(createPlaydate, { body: aPlaydate({ title: fields.hiddenPlaydate }) })
  for (const { id } of [upcoming, past, home, pastHome]) {
    for (const guest of [co, blocked, blocker]) await guest.call(joinPlaydate, { params: { id }, body: {} })
  }
  const [series, full] = await markedDates(host, co, waiting)
  await endPlaydate(db, past.id)
  await db.run(sql`
    update playdates set start_time = now() - interval '8 days', end_time = now() - interval '7 days 1 hour'
     where id = ${pastHome.id}`)
  const place = await markedPlaces(host, db)
  const chats: number[] = []
  for (const other of [chat, blocked, blocker]) chats.push(await markedChat(host, other, db))
  const inCircle = await markedCircle(host, [chat, blocked])
  const ofCircle = await markedCircleDate(host, inCircle[0] ?? 0, place[0] ?? 0)
  const declined = await markedDecline(host, chat, chats[0] ?? 0)
  await db.run(sql`
    update users set username = ${fields.username}, email = ${fields.email}, password_hash = ${fields.passwordHash},
           first_name = ${fields.firstName}, last_name = ${fields.lastName}, bio = ${fields.bio}, city = ${fields.city},
           phone_number = ${fields.phoneNumber}, favorite_locations = ${[fields.favoriteLocation]}
     where id = ${host.id}`)
  await db.run(sql`
    update users set neighbourhood_latitude = case when id = ${host.id} then ${fields.neighbourhood}::float8 else 52.01465 end,
           neighbourhood_longitude = 4.5`)
  for (const father of [host, co, member, chat, blocked, blocker, waiting]) {
    const papaDays: HalfDay[] = father === host ? ['sat-pm', 'sun-am'] : ['sun-am']
    await father.call(editSettings, { body: { papaDays, papaDaysVisible: father === host } })
  }
  await db.run(sql`
    insert into children (user_id, name, birth_month, position) values (${host.id}, ${fields.childName}, '2020-01-01', 0)`)
  const poll = await markedPoll(host, [co, chat, blocked, blocker])
  await host.call(block, { params: { id: blocked.id } })
  await blocker.call(block, { params: { id: host.id } })
  const out = await markedNow(host, db)
  await markedReport(host, co, upcoming.id, db)
  await sayOfOneMet(db, past.id, host, co, 'his')
  await db.run(sql`update playdates set hidden_at = now() where id = ${hidden.id}`)
  await db.run(sql`
    insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule)
    values ('playdate', ${String(hidden.id)}, ${host.id}, 'hide', ${fields.hiddenBecause}, 'Huisregel 1')`)
  const people: Record<Relation, Client> = { self: host, co, chat, member, waiting, blocked, blocker, visitor }
  return {
    db,
    people,
    host,
    server,
    poll,
    ids: [
      ...[upcoming, past, home, pastHome, hidden, full, declined, ofCircle, ...series.dates].map(({ id }) => id),
      ...[...inCircle, out, series.id, host.id, co.id, chat.id, ...chats, ...place, poll.id],
    ],
  }
}

/** Everything this user can read, as one text. */
async function readAll(client: Client, addresses: readonly string[]) {
  const answers: string[] = []
  // Sequentially: on a busy machine hundreds of concurrent reads would be refused.
  for (const address of addresses) {
    const response = await client.fetch('GET', address)
    expect([address, response.status >= 500]).toEqual([address, false])
    answers.push(await response.text())
  }
  return answers.join('\n')
}

/** The host's fields that appear in anything that somebody in each relation to him can read. */
async function marksSeen({ server, people, ids }: Awaited<ReturnType<typeof cast>>) {
  // Things of different kinds have the same ids.
  const each = [...new Set(ids)]
  const addresses = server.served.flatMap(({ route }) => {
    const { method, path } = methodAndPath(route.at)
    if (method !== 'GET') return []
    return path.includes(':') ? each.map(id => path.replace(/:\w+/g, String(id))) : [path]
  })
  const seen: Record<string, readonly string[]> = {}
  for (const [relation, client] of Object.entries(people)) seen[relation] = marksIn(await readAll(client, addresses))
  return asSorted(seen)
}

/** What is seen by relation, whatever its order. */
const asSorted = (seen: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(seen).map(([relation, marks]) => [relation, [...marks].sort()]))

test('everybody reads of a father what the table allows for his relation to him, and nothing else', async () => {
  expect(await marksSeen(await cast())).toEqual(asSorted(relations))
})

test('others can read only the details that a father has switched on, and never his last name', async () => {
  const all = await cast()
  await all.db.run(sql`
    update users set show_phone = true, show_child_names = true, children_visibility = 'members',
           show_distance = true, last_name_initial_only = true where id = ${all.host.id}`)
  const { self, ...others } = { ...relations, ...shownMore }
  const expected = Object.entries(others).map(([relation, shown]) => [relation, withoutLastName(shown)])
  expect(await marksSeen(all)).toEqual(asSorted({ self, ...Object.fromEntries(expected) }))
})

describe.each(['open', 'full', 'cancelled', 'over'] as const)('as a visitor with an invitation that is %s', state => {
  test('the visitor reads nothing but the neighbourhood the creator named', async () => {
    const { db, host, people, ids } = await cast()
    const [upcoming = 0, , home = 0] = ids
    const tokens: string[] = []
    for (const id of [upcoming, home]) {
      tokens.push((await host.call(makeInvite, { params: { id }, body: { showName: false } })).token)
    }
    if (state === 'full') await db.run(sql`update playdates set max_participants = 1`)
    if (state === 'over') for (const id of [upcoming, home]) await endPlaydate(db, id)
    if (state === 'cancelled') {
      const body = { reason: fields.playdateDescription }
      for (const id of [upcoming, home]) await host.call(deletePlaydate, { params: { id }, body })
    }
    const seen = await readAll(
      people.visitor,
      tokens.flatMap(token => [
        `/i/${token}`,
        `/i/${token}?language=fr`,
        `/i/${token}/0.jpg`,
        `/i/${token}/1.jpg`,
        `/api/invites/${token}`,
        `/api/invites/${token}/calendar.ics`,
        // A mistyped token is refused without a hint.
        `/i/${token.slice(1)}`,
        `/api/invites/${token}x`,
      ]),
    )
    expect(marksIn(seen)).toEqual(state === 'over' ? [] : ['homeArea'])
  })
})

test('through the link to a poll about a home a visitor reads the neighbourhood, a member its subject, and blocked fathers nothing', async () => {
  const { people, poll } = await cast()
  const at = ['/p/', '/api/polls/link/'].map(path => path + tokenIn(poll))
  const seen = async (relation: Relation) => marksIn(await readAll(people[relation], at)).sort()
  expect(await seen('visitor')).toEqual(['pollArea'])
  expect(await seen('member')).toEqual([...person.slice(0, 2), 'pollArea', 'pollDescription', 'pollTitle'].sort())
  for (const relation of ['blocked', 'blocker'] as const) expect(await seen(relation)).toEqual([])
})

test('a visitor reads the title and the creator’s first name only of an invitation that shows them', async () => {
  const { host, people, ids } = await cast()
  const [id = 0] = ids
  const { token } = await host.call(makeInvite, { params: { id }, body: { showName: true } })
  const seen = await readAll(people.visitor, [`/i/${token}`, `/api/invites/${token}`, `/i/${token}/0.jpg`])
  expect(marksIn(seen).sort()).toEqual(['firstName', 'playdateTitle'])
})

const marksIn = (text: string) =>
  Object.entries(fields).flatMap(([field, mark]) => (text.includes(mark) ? [field] : []))

test('a socket delivers a chat’s content only to its two members, and about other data says only that it has changed', async () => {
  const { people, host } = await cast()
  const { visitor, self, ...others } = people
  // Every other relation has an account.
  const screens = await Promise.all(
    Object.entries(others).map(async ([relation, client]) => ({ relation, screen: await connect(client as Father) })),
  )
  for (const { screen } of screens) {
    screen.send({ type: 'watch', paths: ['/api/users', '/api/playdates/upcoming', '/api/chats'] })
  }
  const friend = people.chat as Father
  const chatId = await chatOf(host, friend)
  await host.call(sendMessage, { params: { id: chatId }, body: { content: fields.chatMessage } })
  await host.call(editProfile, { body: { bio: fields.bio } })
  await host.call(createPlaydate, { body: aPlaydate({ title: fields.playdateTitle, location: fields.homeAddress }) })
  for (const { relation, screen } of screens) {
    // With a block between them nothing is delivered at all.
    if (!relation.startsWith('block')) await screen.until(() => screen.frames.find(({ type }) => type === 'changed'))
    else expect(screen.frames.filter(({ type }) => type === 'changed')).toEqual([])
    if (relation === 'chat') await screen.frame('message')
    const told = JSON.stringify(screen.frames)
    const marks = Object.entries(fields).filter(([, mark]) => told.includes(mark))
    expect([relation, marks.map(([field]) => field)]).toEqual([relation, relation === 'chat' ? ['chatMessage'] : []])
  }
})

test('a participant is shown as a person with a number of children, and nothing more', async () => {
  const { people, host } = await cast()
  const [playdate] = await people.member.call(upcomingPlaydates)
  expect(Object.keys(playdate?.participants[0] ?? {}).sort()).toEqual([
    'children',
    'firstName',
    'id',
    'lastName',
    'profileImage',
  ])
  expect(playdate?.participants[0]?.id).toBe(host.id)
})

test('a viewer’s past playdates include only those he took part in', async () => {
  const { people, host } = await cast()
  const titles = async (client: Client) => (await client.call(pastPlaydates)).map(({ title }) => title)
  expect((await titles(host))[0]).toBe(fields.pastTitle)
  expect((await titles(people.co))[0]).toBe(fields.pastTitle)
  expect(await titles(people.member)).toEqual([])
  expect(await people.co.call(ownPlaydates)).toHaveLength(8)
  expect(await people.member.call(ownPlaydates)).toEqual([])
})

test('account calls return only the caller’s own account', async () => {
  const { people } = await cast()
  // A relation's client that has an account is a father.
  const { id } = people.co as Father
  expect(await people.co.call(currentUser)).toMatchObject({ id })
  expect(await people.co.call(ownProfile)).toMatchObject({ id })
  await expect(people.member.call(onePlaydate, { params: { id: 2 } })).rejects.toMatchObject({ status: 404 })
})
