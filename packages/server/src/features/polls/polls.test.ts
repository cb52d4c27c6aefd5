import { onePlaydate } from '@papadag/contract/playdates/playdates'
import { choosePollTime, createPoll, deletePoll, onePoll, pollByLink, polls } from '@papadag/contract/playdates/polls'
import { expect, test } from 'vitest'
import { type Db, sql } from '../../platform/db/db.ts'
import { aPlayground } from '../../testing/places.ts'
import { type Answers, answerTimes, aPoll, asked, someTimes, timeAt, tokenIn } from '../../testing/polls.ts'
import { world } from '../../testing/world.ts'
import { forgetPolls } from './commands.ts'

/** Lets the poll's times begin, all `minutes` ago. */
async function begin(db: Db, minutes: number, which = sql`true`) {
  await db.run(sql`update poll_times t set start_time = now() - make_interval(mins => ${minutes}::int) - make_interval(secs => t.id),
    end_time = now() + interval '1 hour' where ${which}`)
  await db.run(sql`update polls q set ends_at = (select max(least(t.end_time, t.start_time + interval '1 hour'))
    from poll_times t where t.poll_id = q.id)`)
}

test('a father proposes times, the fathers he invites answer, and everybody in the poll sees the counts and first names', async () => {
  const { origin, host, guest, other, poll, params, token } = await asked()
  expect(poll).toMatchObject({
    state: 'open',
    isOwn: true,
    playdateId: null,
    asked: [{ id: guest.id, hasAnswered: false }],
  })
  expect(poll.url).toBe(`${origin}/p/${token}`)
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(poll.times).toHaveLength(3)
  const [first, second, third] = [0, 1, 2].map(at => timeAt(poll, at)) as [number, number, number] // three times
  await answerTimes(guest, poll, { [first]: 'yes', [second]: 'maybe' }, { children: 2 })
  // Omitted times keep their answer, and an answer can change.
  const seen = await answerTimes(guest, poll, { [second]: 'no', [third]: 'yes' })
  expect(seen).toMatchObject({ isOwn: false, url: null, children: 2, creator: { id: host.id } })
  expect('asked' in seen).toBe(false)
  expect(seen.times.map(({ mine, yes, maybe, no }) => [mine, yes, maybe, no])).toEqual([
    ['yes', 1, 0, 0],
    ['no', 0, 0, 1],
    ['yes', 1, 0, 0],
  ])
  const own = await host.call(onePoll, { params })
  expect(own.times.map(({ who }) => who)).toMatchObject([
    [{ firstName: 'Vader 2', answer: 'yes' }],
    [{ firstName: 'Vader 2', answer: 'no' }],
    [{ firstName: 'Vader 2', answer: 'yes' }],
  ])
  expect(own.asked).toMatchObject([{ id: guest.id, hasAnswered: true }])
  expect((await guest.call(polls)).map(({ id }) => id)).toEqual([poll.id])
  expect((await host.call(polls)).map(({ id }) => id)).toEqual([poll.id])
  expect(await other.call(polls)).toEqual([])
})

test('a father finds no poll by its number, but with its link he sees counts, and names once he has answered', async () => {
  const { guest, other, stranger, poll, params, token } = await asked()
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
  await expect(other.call(onePoll, { params })).rejects.toMatchObject({ status: 404, code: 'poll.unknown' })
  await expect(answerTimes(other, poll, { [timeAt(poll, 0)]: 'yes' })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(other.call(deletePoll, { params })).rejects.toMatchObject({ status: 404 })

  const byLink = await other.call(pollByLink, { params: { token } })
  expect(byLink.times[0]).toMatchObject({ yes: 1, who: [] })
  expect(await answerTimes(other, poll, { [timeAt(poll, 0)]: 'maybe' }, { token })).toMatchObject({
    times: [{ yes: 1, maybe: 1, who: [{ firstName: 'Vader 2' }, { firstName: 'Vader 3' }] }, {}, {}],
  })
  expect(await other.call(onePoll, { params })).toMatchObject({ id: poll.id })

  for (const wrong of [token.slice(1), `${token}x`, 'a', '\0']) {
    await expect(stranger.call(pollByLink, { params: { token: wrong } })).rejects.toMatchObject({ status: 404 })
    await expect(answerTimes(stranger, poll, { [timeAt(poll, 0)]: 'yes' }, { token: wrong })).rejects.toThrow(/^40[04]/)
  }
})

test('the link to a poll opens only that poll', async () => {
  const { host, other, poll } = await asked()
  const another = await host.call(createPoll, { body: aPoll() })
  await expect(
    answerTimes(other, poll, { [timeAt(poll, 0)]: 'yes' }, { token: tokenIn(another) }),
  ).rejects.toMatchObject({
    code: 'poll.unknown',
  })
})

test('a poll with times in the past, twice the same time, one or six times, or unknown fathers is refused with a sentence', async () => {
  const { db, host } = await asked()
  const [one] = someTimes(1)
  const past = {
    startTime: new Date(Date.now() - 60_000).toISOString(),
    endTime: new Date(Date.now() + 60_000).toISOString(),
  }
  const refused = async (body: Parameters<typeof aPoll>[0], status: number, code: string) => {
    await expect(host.call(createPoll, { body: aPoll(body) })).rejects.toMatchObject({
      status,
      body: { error: expect.stringMatching(/\w/), ...(status === 400 ? { issues: [{ code }] } : { code }) },
    })
  }
  await refused({ times: someTimes(1) }, 400, 'poll.times')
  await refused({ times: someTimes(6) }, 400, 'poll.times')
  await refused({ times: one ? [one, one] : [] }, 400, 'poll.sameTime')
  await refused({ times: [past, ...someTimes(1)] }, 400, 'playdate.startInPast')
  const backwards = someTimes(2).map(({ startTime, endTime }) => ({ startTime: endTime, endTime: startTime }))
  await refused({ times: [...backwards.slice(1), ...someTimes(1)] }, 400, 'playdate.endBeforeStart')
  await refused({ fathers: Array.from({ length: 21 }, (_, at) => at + 1) }, 400, 'poll.fathers')
  await refused({ fathers: [999_999] }, 404, 'user.unknown')
  await refused({ placeId: 999_999 }, 404, 'place.unknown')
  expect(await db.count(sql`from polls`)).toBe(1)
  // Two to five are fine.
  for (const count of [2, 5]) await host.call(createPoll, { body: aPoll({ times: someTimes(count) }) })
})

test('answers to unknown times, to another poll’s times or to none are refused, and nothing is stored', async () => {
  const { db, host, guest, poll } = await asked()
  const another = await host.call(createPoll, { body: aPoll({ fathers: [guest.id] }) })
  const own = timeAt(poll, 0)
  await expect(answerTimes(guest, poll, { [own]: 'yes', [timeAt(another, 0)]: 'yes' })).rejects.toMatchObject({
    body: { issues: [{ code: 'poll.unknownTime' }] },
  })
  const wrong: Record<string, unknown>[] = [
    {},
    { '-1': 'yes' },
    { x: 'yes' },
    { [own]: 'perhaps' },
    { 9999999999: 'yes' },
  ]
  for (const answers of wrong) {
    await expect(answerTimes(guest, poll, answers as Answers)).rejects.toMatchObject({ status: 400 })
  }
  expect(await db.count(sql`from poll_answers`)).toBe(0)
})

test('choosing a time plans the playdate with everybody who said yes to it, and his children', async () => {
  const { db, host, guest, other, stranger, poll, params, token } = await asked()
  const [first, second] = [timeAt(poll, 0), timeAt(poll, 1)]
  await answerTimes(guest, poll, { [first]: 'no', [second]: 'yes' }, { children: 1 })
  await answerTimes(other, poll, { [first]: 'yes', [second]: 'maybe' }, { token })
  await answerTimes(stranger, poll, { [second]: 'yes' }, { token })
  await expect(guest.call(choosePollTime, { params, body: { timeId: second } })).rejects.toMatchObject({
    status: 403,
    code: 'poll.notYours',
  })
  const made = await host.call(choosePollTime, { params, body: { timeId: second, children: 1 } })
  expect(made).toMatchObject({
    title: poll.title,
    startTime: poll.times[1]?.startTime,
    myStatus: 'creator',
    placesTaken: 5,
  })
  expect(made.participants.map(({ id, children }) => [id, children])).toEqual([
    [host.id, 1],
    [guest.id, 1],
    [stranger.id, 0],
  ])
  expect(await guest.call(onePoll, { params })).toMatchObject({
    state: 'chosen',
    chosenTimeId: second,
    playdateId: made.id,
  })
  await expect(answerTimes(other, poll, { [second]: 'yes' })).rejects.toMatchObject({
    status: 409,
    code: 'poll.chosen',
  })
  // A repeat after a lost answer plans nothing more; another time comes too late.
  expect(await host.call(choosePollTime, { params, body: { timeId: second } })).toMatchObject({ id: made.id })
  await expect(host.call(choosePollTime, { params, body: { timeId: first } })).rejects.toMatchObject({
    code: 'poll.chosen',
  })
  expect(await db.count(sql`from playdates`)).toBe(1)
  // Reminders are scheduled as for everybody who joins.
  expect(await db.count(sql`from notifications where kind = 'playdate.joined'`)).toBe(0)
})

test('a father who no longer fits waits, in the order of answering, and a smaller family after him gets a place', async () => {
  const { host, guest, other, stranger, poll, params, token } = await asked({ maxParticipants: 3 })
  const time = timeAt(poll, 0)
  await answerTimes(other, poll, { [time]: 'yes' }, { token, children: 0 })
  await answerTimes(guest, poll, { [time]: 'yes' }, { children: 4 })
  await answerTimes(stranger, poll, { [time]: 'yes' }, { token, children: 0 })
  const { participants } = await host.call(choosePollTime, { params, body: { timeId: time } })
  expect(participants.map(({ id }) => id)).toEqual([host.id, other.id, stranger.id])
  const { playdateId } = await guest.call(onePoll, { params })
  expect(await guest.call(onePlaydate, { params: { id: playdateId ?? 0 } })).toMatchObject({
    waiting: { position: 1, children: 4 },
  })
})

test('two taps at once on two times plan only one playdate', async () => {
  const { db, host, poll, params } = await asked()
  await Promise.allSettled(
    [0, 1, 2, 0].map(at => host.call(choosePollTime, { params, body: { timeId: timeAt(poll, at) } })),
  )
  expect(await db.count(sql`from playdates`)).toBe(1)
})

test('a creator with more children than places is refused, and the poll stays open', async () => {
  const { host, poll, params } = await asked({ maxParticipants: 2 })
  await expect(
    host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0), children: 2 } }),
  ).rejects.toMatchObject({ status: 409, code: 'playdate.tooFewPlaces' })
  expect(await host.call(onePoll, { params })).toMatchObject({ state: 'open', playdateId: null })
})

test('when a poll’s place is hidden by then, the playdate keeps the location as text', async () => {
  const opened = await world()
  const place = await aPlayground(opened.host)
  const poll = await opened.host.call(createPoll, { body: aPoll({ placeId: place.id, location: 'De hoek' }) })
  expect(poll.placeId).toBe(place.id)
  await opened.db.run(sql`update places set hidden_at = now()`)
  const body = { timeId: timeAt(poll, 0) }
  expect(await opened.host.call(choosePollTime, { params: { id: poll.id }, body })).toMatchObject({
    location: 'De hoek',
    placeId: null,
  })
})

test('a poll ends when it is too late to plan a playdate at its last time', async () => {
  const { db, host, guest, poll, params } = await asked()
  const [first, last] = [timeAt(poll, 0), timeAt(poll, 2)]
  await begin(db, 61, sql`t.id = ${first}`)
  expect(await guest.call(onePoll, { params })).toMatchObject({ state: 'open', times: [{ isPast: true }, {}, {}] })
  await expect(host.call(choosePollTime, { params, body: { timeId: first } })).rejects.toMatchObject({
    status: 409,
    code: 'poll.timePassed',
  })
  await begin(db, 58)
  expect(await guest.call(onePoll, { params })).toMatchObject({ state: 'open' })
  await begin(db, 61)
  expect(await guest.call(onePoll, { params })).toMatchObject({ state: 'over' })
  await expect(answerTimes(guest, poll, { [last]: 'yes' })).rejects.toMatchObject({ status: 409, code: 'poll.over' })
  await expect(host.call(choosePollTime, { params, body: { timeId: last } })).rejects.toMatchObject({
    code: 'poll.over',
  })
})

test('a poll is deleted with its answers a week after its last time', async () => {
  const { db, host, guest, poll } = await asked()
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
  await db.run(sql`update polls set ends_at = now() - interval '7 days' + interval '1 minute'`)
  await forgetPolls(db)
  expect(await host.call(polls)).toHaveLength(1)
  await db.run(sql`update polls set ends_at = now() - interval '7 days 1 minute'`)
  await forgetPolls(db)
  expect(await host.call(polls)).toEqual([])
  expect(await db.count(sql`from poll_answers`)).toBe(0)
})

test.each([
  ['2199-06-01T10:00:00.000Z', '2199-06-01T12:00:00.000Z', 365],
  [undefined, undefined, 3],
])('a poll whose last time is %s can be answered for at most a year', async (startTime, endTime, days) => {
  const times = someTimes(3)
  if (startTime && endTime) times.push({ startTime, endTime })
  const { db, guest, poll, params } = await asked({ times })
  const pass = (hours: number) =>
    db.run(sql`update polls set ends_at = ends_at - make_interval(hours => ${hours}::int)`)
  await pass(days * 24 - 1)
  expect(await guest.call(onePoll, { params })).toMatchObject({ state: 'open' })
  await pass(3)
  expect(await guest.call(onePoll, { params })).toMatchObject({ state: 'over' })
  await expect(answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })).rejects.toMatchObject({ code: 'poll.over' })
  await pass(7 * 24)
  await forgetPolls(db)
  expect(await guest.call(polls)).toEqual([])
})

test('a deleted poll is gone for everybody, and the playdate it became stays', async () => {
  const { host, guest, poll, params, token, other } = await asked()
  const { id } = await host.call(choosePollTime, { params, body: { timeId: timeAt(poll, 0) } })
  await expect(guest.call(deletePoll, { params })).rejects.toMatchObject({ status: 403 })
  await host.call(deletePoll, { params })
  for (const father of [host, guest])
    await expect(father.call(onePoll, { params })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(pollByLink, { params: { token } })).rejects.toMatchObject({ status: 404 })
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({ id })
})

test('no more than fifty fathers can answer a poll, and those who have answered still can', async () => {
  const { db, guest, other, poll, token } = await asked()
  await db.run(sql`
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
    select 'u' || n, 'u' || n, n || '@x.test', n || '@x.test', 'x', 'Vader', 'X' from generate_series(1, 49) n`)
  await db.run(
    sql`insert into poll_fathers (poll_id, user_id) select ${poll.id}::int, id from users where username like 'u%'`,
  )
  await expect(answerTimes(other, poll, { [timeAt(poll, 0)]: 'yes' }, { token })).rejects.toMatchObject({
    status: 409,
    code: 'poll.full',
  })
  await answerTimes(guest, poll, { [timeAt(poll, 0)]: 'yes' })
})
