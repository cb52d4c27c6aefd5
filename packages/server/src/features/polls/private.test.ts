import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { choosePollTime, createPoll, onePoll, pollByLink, polls } from '@papadag/contract/playdates/polls'
import { block, deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { postgresUrl, waitForLocks } from '../../testing/database.ts'
import { aPlayground } from '../../testing/places.ts'
import { answerTimes, aPoll, asked, timeAt } from '../../testing/polls.ts'
import { connect } from '../../testing/socket.ts'
import { aPlaydate, type Father, world } from '../../testing/world.ts'
import { mustReach } from './contact-check.ts'

test('in a poll for a home, everybody but the creator reads only the neighbourhood', async () => {
  const home = { location: 'Kerkstraat 5', locationVisibility: 'participants' as const, area: 'De Pijp' }
  const { host, guest, other, poll, params, token, visitor } = await asked(home)
  expect(await host.call(onePoll, { params })).toMatchObject({ location: 'Kerkstraat 5' })
  for (const seen of [await guest.call(onePoll, { params }), await other.call(pollByLink, { params: { token } })]) {
    expect(seen).toMatchObject({ location: 'De Pijp', area: 'De Pijp', placeId: null })
    expect(JSON.stringify(seen)).not.toContain('Kerkstraat')
  }
  const page = await (await visitor.fetch('GET', `/p/${token}`)).text()
  expect(page).toContain('De Pijp')
  for (const secret of ['Kerkstraat', poll.title, 'Vader 1']) expect(page).not.toContain(secret)
})

test.each(['the creator blocks', 'he blocks the creator'])(
  'when %s, a father sees nothing of the poll and is counted nowhere',
  async who => {
    const { host, guest, other, poll, params, token } = await asked()
    const time = timeAt(poll, 0)
    await answerTimes(guest, poll, { [time]: 'yes' })
    await answerTimes(other, poll, { [time]: 'yes' }, { token })
    const [blocker, blocked] = who === 'the creator blocks' ? [host, guest] : [guest, host]
    await blocker.call(block, { params: { id: blocked.id } })
    await expect(guest.call(onePoll, { params })).rejects.toMatchObject({ code: 'poll.unknown' })
    await expect(guest.call(pollByLink, { params: { token } })).rejects.toMatchObject({ code: 'poll.unknown' })
    await expect(answerTimes(guest, poll, { [time]: 'no' }, { token })).rejects.toMatchObject({ code: 'poll.unknown' })
    expect(await guest.call(polls)).toEqual([])
    for (const father of [host, other]) {
      const seen = await father.call(onePoll, { params })
      expect(seen.times[0]).toMatchObject({ yes: 1, who: [{ firstName: 'Vader 3' }] })
    }
    expect((await host.call(onePoll, { params })).asked?.map(({ id }) => id)).toEqual([other.id])
    const { participants } = await host.call(choosePollTime, { params, body: { timeId: time } })
    expect(participants.map(({ id }) => id)).toEqual([host.id, other.id])
  },
)

test('two fathers who have blocked each other do not read each other’s names in a poll, and both get a place', async () => {
  const { host, guest, other, poll, params, token } = await asked()
  const time = timeAt(poll, 0)
  await answerTimes(guest, poll, { [time]: 'yes' })
  await answerTimes(other, poll, { [time]: 'yes' }, { token })
  await other.call(block, { params: { id: guest.id } })
  for (const [father, name] of [
    [guest, 'Vader 2'],
    [other, 'Vader 3'],
  ] as const) {
    const seen = await father.call(onePoll, { params })
    expect(seen.times[0]).toMatchObject({ yes: 1, who: [{ firstName: name }] })
  }
  expect((await host.call(onePoll, { params })).times[0]).toMatchObject({ yes: 2 })
  const { participants } = await host.call(choosePollTime, { params, body: { timeId: time } })
  expect(participants).toHaveLength(3)
})

/** The father whom a respondent blocks: another respondent, somebody who has only the link, or nobody here. */
test.each<[string, boolean]>([
  ['who has answered too', true],
  ['who has only the link', true],
  ['whom it does not reach', false],
])(
  'for a visitor, a poll with a father who blocks one %s shows what it would without his account',
  async (who, reads) => {
    const { host, guest, other, stranger, newFather, visitor, poll, token, params } = await asked()
    const time = timeAt(poll, 0)
    await answerTimes(guest, poll, { [time]: 'yes' })
    await answerTimes(other, poll, { [time]: 'yes' }, { token })
    const blocked = { 'who has answered too': guest, 'who has only the link': stranger }[who] ?? (await newFather())
    const seen = async () => ({
      page: await (await visitor.fetch('GET', `/p/${token}?language=en`)).text(),
      blocked: reads ? (await blocked.call(pollByLink, { params: { token } })).times : [],
    })
    const before = await seen()
    await other.call(block, { params: { id: blocked.id } })
    const after = await seen()
    expect(after).not.toEqual(before)
    // A respondent who reads the poll is not concerned.
    expect((await host.call(onePoll, { params })).times[0]).toMatchObject({ yes: 2 })
    await other.call(deleteAccount)
    expect(await seen()).toEqual(after)
  },
)

test.each(['hidden_at = now()', `suspended_until = now() + interval '1 day'`])(
  'a member with %s is not counted and gets no place, and his own poll is gone for others',
  async state => {
    const { db, host, guest, other, visitor, poll, params, token } = await asked()
    const time = timeAt(poll, 0)
    await answerTimes(guest, poll, { [time]: 'yes' })
    const set = state.startsWith('hidden') ? sql`hidden_at = now()` : sql`suspended_until = now() + interval '1 day'`
    await db.run(sql`update users set ${set} where id = ${guest.id}`)
    expect(await host.call(onePoll, { params })).toMatchObject({ times: [{ yes: 0, who: [] }, {}, {}], asked: [] })
    await answerTimes(other, poll, { [time]: 'yes' }, { token })
    await db.run(sql`update users set ${set} where id = ${host.id}`)
    await expect(other.call(onePoll, { params })).rejects.toMatchObject({ code: 'poll.unknown' })
    expect((await visitor.fetch('GET', `/p/${token}`)).status).toBe(404)
    await db.run(sql`update users set hidden_at = null, suspended_until = null where id = ${host.id}`)
    const { participants } = await host.call(choosePollTime, { params, body: { timeId: time } })
    expect(participants.map(({ id }) => id)).toEqual([host.id, other.id])
  },
)

test('a stranger cannot invite a father who wants no messages from strangers to a poll, and the refusal names him', async () => {
  const { host, guest, other } = await asked()
  await guest.call(editSettings, { body: { messagesFrom: 'co' } })
  await other.call(editSettings, { body: { messagesFrom: 'nobody' } })
  const ask = (father: Father) => host.call(createPoll, { body: aPoll({ fathers: [father.id] }) })
  await expect(ask(guest)).rejects.toMatchObject({
    status: 403,
    code: 'poll.notWanted',
    body: { error: expect.stringContaining('Vader 2') },
  })
  const { id } = await guest.call(createPlaydate, { body: aPlaydate() })
  await host.call(joinPlaydate, { params: { id }, body: {} })
  await ask(guest)
  await expect(ask(other)).rejects.toMatchObject({ code: 'poll.notWanted' })
  await other.call(editSettings, { body: { messagesFrom: 'everyone' } })
  await acquainted(host, other)
  await other.call(editSettings, { body: { messagesFrom: 'nobody' } })
  await ask(other)
})

test('a member who may not start anything can neither make a poll nor choose its time', async () => {
  const { db, host, poll, params } = await asked()
  await db.run(sql`update users set may_not_start = true where id = ${host.id}`)
  await expect(host.call(createPoll, { body: aPoll() })).rejects.toMatchObject({ status: 403, code: 'user.stopped' })
  await expect(host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })).rejects.toMatchObject({
    code: 'user.stopped',
  })
})

test('each stranger invited to a poll counts as a chat that is started, and acquaintances do not', async () => {
  const { host, newFather, father: known } = await world({ fathers: 1, env: { RATE_LIMIT: 'on' } })
  await acquainted(host, known)
  const strangers: number[] = []
  for (let count = 0; count < 10; count += 1) strangers.push((await newFather()).id)
  const ask = (asks: number[]) => host.call(createPoll, { body: aPoll({ fathers: asks }) })
  // The chat with the one he knows was the first of ten in a minute. A refusal itself counts, and not those before it.
  await expect(ask(strangers)).rejects.toMatchObject({ status: 429 })
  await ask(strangers.slice(2))
  await expect(ask(strangers.slice(0, 1))).rejects.toMatchObject({ status: 429 })
  await ask([known.id])
})

test('strangers whom a newcomer invites to a poll count towards his limit of chats', async () => {
  const { db, host, fathers } = await world({ fathers: 2 })
  const counted: string[] = []
  const limiter = {
    consume: async ({ name }: { name: string }) => {
      counted.push(name)
    },
    giveBack: async () => {},
  }
  const ids = fathers.map(({ id }) => id)
  await db.transaction(tx => mustReach(tx, limiter, host.id, ids))
  expect(counted).toEqual(['chats-started', 'chats-started'])
  await db.run(sql`update users set created_at = now() - interval '23 hours' where id = ${host.id}`)
  counted.length = 0
  await db.transaction(tx => mustReach(tx, limiter, host.id, ids))
  expect(counted.filter(name => name === 'chats-started-newcomer')).toHaveLength(2)
})

test('an account that ends takes its polls and answers with it', async () => {
  const { db, host, guest, other, poll, params, token } = await asked()
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
  await guest.call(deleteAccount)
  expect(await host.call(onePoll, { params })).toMatchObject({ times: [{ yes: 0 }, {}, {}], asked: [] })
  await host.call(deleteAccount)
  await expect(other.call(pollByLink, { params: { token } })).rejects.toMatchObject({ status: 404 })
  expect(await db.count(sql`from polls`)).toBe(0)
})

test('an answer is announced only to those in the poll', async () => {
  const { host, guest, other, poll, params } = await asked()
  const [own, stranger] = [await connect(host), await connect(other)]
  for (const screen of [own, stranger]) screen.send({ type: 'watch', paths: ['/api/polls', `/api/polls/${params.id}`] })
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
  await own.until(() => own.frames.find(({ type }) => type === 'changed'))
  expect(stranger.frames.filter(({ type }) => type === 'changed')).toEqual([])
})

test('a visitor with the link sees times and counts without names, in his language, and how to get an account', async () => {
  const { guest, visitor, poll, token } = await asked({ title: 'Hutten bouwen' })
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes', [timeAt(poll, 1)]: 'maybe' })
  const response = await visitor.fetch('GET', `/p/${token}?language=de`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  const page = await response.text()
  for (const shown of [
    'Vader 1 fragt',
    'Hutten bouwen',
    '1 ja',
    '1 geht auch',
    `/auth?tab=register&amp;next=%2Fp%2F${token}`,
  ])
    expect(page).toContain(shown)
  expect(page).not.toContain('Vader 2')
  expect(page).not.toMatch(/<script type="module"/)
  const unknown = await visitor.fetch('GET', `/p/${token.slice(1)}`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).not.toContain('Hutten bouwen')
})

test('a title and a name that could contain a link are harmless on the page for visitors', async () => {
  const { db, host, visitor, token } = await asked({ title: 'Kijk op evil.example/x <b>' })
  await db.run(sql`update users set first_name = 'www.evil.example' where id = ${host.id}`)
  const page = await (await visitor.fetch('GET', `/p/${token}`)).text()
  expect(page).not.toMatch(/evil|<b>/)
})

// The embedded database runs one transaction after the other.
test.runIf(postgresUrl)(
  'choosing a time gives no place to a father who is blocking its creator at that moment',
  async () => {
    const place = await asked()
    const { id: placeId } = await aPlayground(place.host)
    const { db, host, guest } = place
    const poll = await host.call(createPoll, { body: aPoll({ placeId, fathers: [guest.id] }) })
    await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
    const body = { timeId: timeAt(poll, 0), children: 0 }
    const { choosing, blocking } = await db.transaction(async tx => {
      // The new playdate waits for its place, and the block for the poll.
      await tx.run(sql`select from places where id = ${placeId} for update`)
      const choosing = host.call(choosePollTime, { params: { id: poll.id }, body })
      await waitForLocks(db, 1)
      const blocking = guest.call(block, { params: { id: host.id } })
      await waitForLocks(db, 2)
      return { choosing, blocking }
    })
    const { id } = await choosing
    await blocking
    expect(await db.count(sql`from participants where playdate_id = ${id}`)).toBe(1)
  },
)
