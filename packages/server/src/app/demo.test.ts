import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { logIn } from '@papadag/contract/auth'
import { chats } from '@papadag/contract/chat'
import { productTimeZone } from '@papadag/contract/limits'
import { places } from '@papadag/contract/places/places'
import { isFull, onePlaydate, pastPlaydates, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { suggestedUsers } from '@papadag/contract/users/users'
import { expect, onTestFinished, test } from 'vitest'
import { openPictures } from '../domain/pictures.ts'
import { demoLogin, seedDemo } from '../features/demo/demo.ts'
import { sql } from '../platform/db/db.ts'
import { emptyFolder } from '../testing/files/empty-folder.ts'
import { world } from '../testing/world.ts'

const password = 'laars-emmer-vlieger-42'

/** An empty database, and where its pictures go. */
async function emptyWorld() {
  const { db, config, visitor } = await world()
  await db.run(sql`delete from users`)
  const pictures = await openPictures({ db, dataDir: config.dataDir })
  onTestFinished(() => pictures.close())
  return { db, config, pictures, visitor }
}

/** The product with demo data only, and daan signed in. */
async function demoWorld() {
  const { db, pictures, visitor } = await emptyWorld()
  const isSeeded = await seedDemo(db, pictures, { password })
  const user = await visitor.call(logIn, { body: { username: 'daan', password } })
  return { db, pictures, isSeeded, daan: visitor, user }
}

const ofFathers = {
  all: sql`from users`,
  'with a picture of their own': sql`from users u where profile_image in (select '/uploads/' || name from pictures where owner_id = u.id)`,
  'with a text of their own': sql`from (select distinct bio from users) b`,
  'with children': sql`from users where id in (select user_id from children)`,
}
const atOddTimes = sql`from playdates, lateral (select start_time at time zone 'Europe/Amsterdam' as t) here
  where extract(minute from t)::int % 15 <> 0
     or (extract(hour from t) not between 8 and 19 and not (start_time < now() and end_time > now()))`

async function readDemo() {
  const { db, isSeeded, daan, user } = await demoWorld()
  const fathers = await Promise.all(
    Object.entries(ofFathers).map(async ([which, rows]) => [which, await db.count(rows)] as const),
  )
  const face = await daan.fetch('GET', user.profileImage ?? '')
  return {
    isSeeded,
    user,
    fathers: Object.fromEntries(fathers),
    face: [face.status, face.headers.get('content-type')],
    atOddTimes: await db.count(atOddTimes),
    upcoming: await daan.call(upcomingPlaydates, {}),
    past: await daan.call(pastPlaydates, {}),
    suggested: await daan.call(suggestedUsers, {}),
    places: await daan.call(places, {}),
    chats: await daan.call(chats),
  }
}

let read: ReturnType<typeof readDemo> | undefined
/** What daan sees, and the database has, of one demo: each takes seconds to write. */
const theDemo = () => (read ??= readDemo())

test('daan sees a playdate in every state', async () => {
  const { hour } = Temporal.Now.zonedDateTimeISO(productTimeZone)
  const isDay = hour >= 9 && hour < 18
  const { isSeeded, upcoming, past } = await theDemo()
  expect(isSeeded).toBe(true)
  const now = new Date().toISOString()
  const states = {
    'his own': upcoming.filter(({ myStatus }) => myStatus === 'creator'),
    joined: upcoming.filter(({ myStatus }) => myStatus === 'joined'),
    'free to join': upcoming.filter(playdate => playdate.myStatus === 'none' && !isFull(playdate)),
    'his own and full': upcoming.filter(playdate => playdate.myStatus === 'creator' && isFull(playdate)),
    'full without him': upcoming.filter(playdate => playdate.myStatus === 'none' && isFull(playdate)),
    'one place left': upcoming.filter(({ placesTaken, maxParticipants }) => placesTaken === maxParticipants - 1),
    // Demo playdates run by day only.
    ...(isDay && {
      'running with him': upcoming.filter(({ startTime, myStatus }) => startTime < now && myStatus !== 'none'),
      'running without him': upcoming.filter(({ startTime, myStatus }) => startTime < now && myStatus === 'none'),
    }),
    'with children along': upcoming.filter(({ participants }) => participants.some(({ children }) => children > 0)),
    'nobody yet': upcoming.filter(({ participants }) => participants.length === 1),
    'a crowd': upcoming.filter(({ participants }) => participants.length > 10),
    'without a description': upcoming.filter(({ description }) => description === null),
    'weeks away': upcoming.filter(({ startTime }) => Date.parse(startTime) > Date.now() + 14 * 86_400_000),
  }
  for (const [state, playdates] of Object.entries(states)) expect([state, playdates.length > 0]).toEqual([state, true])
  expect(upcoming.length).toBeGreaterThanOrEqual(25)
  for (const { placesTaken, maxParticipants } of upcoming) expect(placesTaken).toBeLessThanOrEqual(maxParticipants)

  expect(new Set(past.map(({ myStatus }) => myStatus))).toEqual(new Set(['creator', 'joined']))
})

test('the demo fathers have faces, children and texts of their own', async () => {
  const { user, fathers, face } = await theDemo()
  expect(user).toMatchObject({
    firstName: 'Daan',
    city: 'Amsterdam',
    childrenInfo: [
      { name: 'Noor', age: 4 },
      { name: 'Mees', age: 2 },
    ],
  })
  expect(fathers).toEqual({
    all: 28,
    'with a picture of their own': 28,
    'with a text of their own': 28,
    'with children': 28,
  })
  expect(face).toEqual([200, 'image/webp'])
})

test('some demo fathers live near daan and have children of the same age', async () => {
  const { user, suggested } = await theDemo()
  expect(suggested).toHaveLength(6)
  expect(suggested[0]?.distance).toBe('<2')
  for (const { city, childrenInfo } of suggested) {
    expect(city).toBe(user.city)
    expect(childrenInfo).not.toHaveLength(0)
  }
})

test('demo playdates start at quarter hours, and by day unless it is night now', async () => {
  expect((await theDemo()).atOddTimes).toBe(0)
})

test('a database with any user gets no demo data', async () => {
  const { db, pictures, daan } = await demoWorld()
  const [first] = await daan.call(upcomingPlaydates, {})
  expect(await seedDemo(db, pictures, { password: 'something else' })).toBe(false)
  expect(await db.count(sql`from users`)).toBe(28)
  expect(await db.count(sql`from pictures`)).toBe(28)
  // Only a playdate read individually contains the range of ages and who cannot come.
  const {
    ages: _,
    declines: __,
    unanswered: ___,
    ...same
  } = await daan.call(onePlaydate, { params: { id: first?.id ?? 0 } })
  expect(first).toMatchObject(same)

  const { db: own, config } = await world()
  const ownPictures = await openPictures({ db: own, dataDir: config.dataDir })
  expect(await seedDemo(own, ownPictures, { password })).toBe(false)
  expect(await own.count(sql`from users`)).toBe(1)
})

test('two nodes that start at once create one demo', async () => {
  const { db, pictures } = await emptyWorld()
  const seeded = await Promise.all([seedDemo(db, pictures, { password }), seedDemo(db, pictures, { password })])
  expect(seeded.sort()).toEqual([false, true])
  expect(await db.count(sql`from users`)).toBe(28)
})

test('the demo password is generated once, is easy to read, and only the owner of the folder can read it', async () => {
  const dataDir = emptyFolder()
  const login = await demoLogin(dataDir)
  expect(login).toEqual({ username: 'daan', password: expect.stringMatching(/^[a-z]+-[a-z]+-[a-z]+-\d\d$/) })
  expect(await demoLogin(dataDir)).toEqual(login)
  expect(await readFile(join(dataDir, 'demo-password'), 'utf8')).toBe(`${login.password}\n`)
  expect((await stat(join(dataDir, 'demo-password'))).mode & 0o777).toBe(0o600)
})

test('the demo has places of both types, reviewed and not, new and saved, with playdates', async () => {
  const { places: all, upcoming } = await theDemo()
  const kinds = {
    playgrounds: all.filter(({ type }) => type === 'playground'),
    restaurants: all.filter(({ type }) => type === 'restaurant'),
    reviewed: all.filter(({ reviewCount }) => reviewCount > 1),
    'without reviews': all.filter(({ rating }) => rating === null),
    new: all.filter(({ status }) => status === 'new'),
    'saved by daan': all.filter(({ isSaved }) => isSaved),
    'a changing table for women alone': all.filter(({ changingTable }) => changingTable === 'womenOnly'),
  }
  for (const [kind, found] of Object.entries(kinds)) expect([kind, found.length > 0]).toEqual([kind, true])
  const known = new Set(all.map(({ id }) => id))
  expect(upcoming.filter(({ placeId }) => placeId !== null && known.has(placeId)).length).toBeGreaterThan(3)
})

test('daan has unread and read chats, and one from a stranger', async () => {
  const { chats: all } = await theDemo()
  expect(all.map(({ unreadCount, isRequest }) => [unreadCount, isRequest])).toEqual([
    [2, false],
    [1, true],
    [0, false],
  ])
})
