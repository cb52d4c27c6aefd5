import { invitation, makeInvite } from '@papadag/contract/invites'
import {
  createPlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  ownPlaydates,
  type Playdate,
  playdatesAtPlace,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { expect, test } from 'vitest'
import { announcePerson } from '../../../domain/consequences/screens/announce.ts'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground } from '../../../testing/places.ts'
import { anHourIn } from '../../../testing/series.ts'
import { aPlaydate, type Father, world } from '../../../testing/world.ts'

const regularsName = 'Zebulon'

async function open() {
  const all = await world({ fathers: 5 })
  const { db, host, fathers } = all
  const [regular, guest, other, member, waiter] = fathers
  await db.run(
    sql`update users set first_name = ${regularsName}, children_visibility = 'members' where id = ${regular.id}`,
  )
  for (const father of [regular, member])
    await db.run(
      sql`insert into children (user_id, name, birth_month, position) values (${father.id}, 'Kind', '2024-03-01', 0)`,
    )
  const { id: place } = await aPlayground(host)
  const first = await host.call(createPlaydate, {
    body: aPlaydate({
      placeId: place,
      maxParticipants: 6,
      ...anHourIn(3),
      repeats: { every: 'week' },
    }),
  })
  const series = { id: first.series?.id ?? 0 }
  await regular.call(takeStanding, { params: series, body: { children: 1 } })
  await other.call(takeStanding, { params: series, body: {} })
  const dates = (await host.call(upcomingPlaydates)).map(({ id }) => id)
  const params = { id: first.id }
  await guest.call(joinPlaydate, { params, body: { children: 1 } })
  // The playdate is full, since a father who waits does not take part.
  await waiter.call(waitForPlaydate, { params, body: { children: 2 } })
  return { ...all, regular, guest, other, member, waiter, place, params, dates }
}
type Open = Awaited<ReturnType<typeof open>>

/** What a father reads about its first date, wherever he reads of it. */
async function readsOf({ params, place }: Open, father: Father): Promise<Playdate[]> {
  const lists = await Promise.all([
    father.call(onePlaydate, { params }).then(one => [one]),
    father.call(upcomingPlaydates),
    father.call(upcomingPlaydates, { query: { order: 'near' } }),
    father.call(upcomingPlaydates, { query: { order: 'parts' } }),
    father.call(upcomingPlaydates, { query: { room: 1 } }),
    father.call(playdatesAtPlace, { params: { id: place } }),
    father.call(ownPlaydates),
  ])
  return lists.flat().filter(({ id }) => id === params.id)
}

type Viewer = 'host' | 'guest' | 'regular' | 'other' | 'member' | 'waiter'

test.each<[Viewer, boolean]>([
  ['host', true],
  ['guest', true],
  ['regular', true],
  ['other', true],
  ['member', false],
  ['waiter', false],
])(
  'only to participants is a regular who has not confirmed a date shown by name: to the %s, %j',
  async (viewer, isNamed) => {
    const all = await open()
    const seen = await readsOf(all, all[viewer])
    expect(seen.length).toBeGreaterThan(3)
    const named = (one: Playdate) => JSON.stringify(one).includes(regularsName)
    for (const one of seen) {
      expect(named(one)).toBe(isNamed)
      // His place is taken all the same.
      expect([one.placesTaken, one.unconfirmed]).toEqual([6, isNamed ? 0 : 2])
      expect(one.participants).toHaveLength(isNamed ? 4 : 2)
    }
    await all.regular.call(confirmPlaydate, { params: all.params, body: { coming: true } })
    for (const one of await readsOf(all, all[viewer])) expect(named(one)).toBe(true)
  },
)

test('moving a date turns its regulars back into a number, and each answer brings a name back', async () => {
  const all = await open()
  const { host, regular, member, params, place } = all
  await regular.call(confirmPlaydate, { params, body: { coming: true } })
  const body = aPlaydate({ placeId: place, maxParticipants: 6, ...anHourIn(4) })
  await host.call(editPlaydate, { params, body })
  expect(await member.call(onePlaydate, { params })).toMatchObject({ unconfirmed: 2, placesTaken: 6 })
  await regular.call(confirmPlaydate, { params, body: { coming: true } })
  expect(await member.call(onePlaydate, { params })).toMatchObject({ unconfirmed: 1, placesTaken: 6 })
})

test('neither the filter by ages nor the age range gives away a regular who has not confirmed', async () => {
  const all = await open()
  const { member, regular, params } = all
  const fits = async () =>
    (await member.call(upcomingPlaydates, { query: { fits: 'children' } })).some(({ id }) => id === params.id)
  expect(await fits()).toBe(false)
  await regular.call(confirmPlaydate, { params, body: { coming: true } })
  expect(await fits()).toBe(true)
})

test('an invitation counts a regular who has not confirmed without his name', async () => {
  const { host, params, visitor } = await open()
  const { url } = await host.call(makeInvite, { params, body: { showName: true } })
  const seen = await visitor.call(invitation, { params: { token: url.split('/').at(-1) ?? '' } })
  expect(seen.fathers).toBe(4)
  expect(JSON.stringify(seen)).not.toContain(regularsName)
})

test('a regular’s new name updates the screens of those who can read it, and of nobody else who shows the date', async () => {
  const all = await open()
  const { db, host, regular, guest, other, params } = all
  const told = async () => {
    const seen: unknown[] = []
    const telling = db.for(undefined, changes => seen.push(...changes))
    await telling.transaction(tx => announcePerson(tx, regular.id))
    const about = seen.filter(change => JSON.stringify(change).includes(`"playdate ${params.id}"`))
    return about.map(change => (change as { only?: number[] }).only?.toSorted((a, b) => a - b))
  }
  expect(await told()).toEqual([[host, regular, guest, other].map(({ id }) => id).sort((a, b) => a - b)])
  await regular.call(confirmPlaydate, { params, body: { coming: true } })
  expect(await told()).toEqual([undefined])
})
