import { setTimeout as after } from 'node:timers/promises'
import { chats, oneChat, sendMessage } from '@papadag/contract/chat'
import {
  editCircle,
  endCircle,
  enterCircle,
  makeCircleCode,
  oneCircle,
  removeCircleMember,
} from '@papadag/contract/circles'
import { goOutNow } from '@papadag/contract/playdates/out-now'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { methodAndPath } from '@papadag/contract/route'
import { expect, test, vi } from 'vitest'
import { makeOrganisationCodes } from '../../../domain/circle-codes.ts'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { aCircle, acquainted } from '../../../testing/chat.ts'
import { aPlayground } from '../../../testing/places.ts'
import { aPoll } from '../../../testing/polls.ts'
import { watching } from '../../../testing/rules/screens.ts'
import { anHourIn } from '../../../testing/series.ts'
import { aPlaydate, world } from '../../../testing/world.ts'

/** What is not there yet and what will be there, by the lowest numbers. */
const ids = [1, 2, 3, 4, 5, 6]

test('whatever circles do, an outsider reads the same with them and without, and no screen of his hears of it', async () => {
  const bus = createLocalBus()
  const { db, config, host, fathers, server } = await world({ fathers: 4, openBus: () => bus })
  const [friend, member, other, outsider] = fathers
  for (const father of [friend, member, other]) await acquainted(host, father)
  const place = await aPlayground(other)
  const open = await host.call(createPlaydate, { body: aPlaydate({ title: 'Voor iedereen' }) })
  await outsider.call(joinPlaydate, { params: { id: open.id }, body: {} })
  const reads = server.served
    .map(({ route }) => methodAndPath(route.at))
    .filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/api/') && !/^\/api\/(moderation|health)/.test(path),
    )
  const at = (numbers: readonly number[]) =>
    reads.flatMap(({ path }) => (path.includes(':') ? numbers.map(id => path.replace(/:\w+/g, String(id))) : [path]))
  const all = await watching(outsider, at([]), bus)
  const near = await watching(
    outsider,
    at([1, 2]).filter(path => !at([]).includes(path)),
    bus,
  )
  const everything = async () => {
    const seen = new Map<string, string>()
    for (const path of at(ids)) {
      const response = await outsider.fetch('GET', path)
      seen.set(path, `${response.status} ${(await response.text()).replace(/"asOf":[\d.]+/, '')}`)
    }
    return seen
  }
  // What differs by itself from one read to the next tells nothing.
  const first = await everything()
  const before = await everything()
  const stable = [...before].filter(([path, text]) => first.get(path) === text)
  expect(stable.length).toBeGreaterThan(0.95 * before.size)

  const params = { id: 0 }
  const planned = anHourIn(10)
  const plan = (also = {}) =>
    host.call(createPlaydate, { body: aPlaydate({ ...planned, circleId: params.id, ...also }) })
  const [code = ''] = await db.transaction(tx =>
    makeOrganisationCodes(tx, config.sessionSecret, { name: 'De Zwaan', count: 1, days: 180 }),
  )
  const acts: [string, () => Promise<unknown>][] = [
    [
      'a circle is made',
      async () => Object.assign(params, { id: await aCircle(host, [friend, member], { name: 'Woensdag' }) }),
    ],
    ['it has a code', () => host.call(makeCircleCode, { params, body: { letsIn: true } })],
    ['it is renamed', () => host.call(editCircle, { params, body: { name: 'Donderdag' } })],
    [
      'somebody writes in it',
      async () => {
        const { chatId } = await friend.call(oneCircle, { params })
        await friend.call(sendMessage, { params: { id: chatId ?? 0 }, body: { content: 'hoi' } })
        await member.call(oneChat, { params: { id: chatId ?? 0 } })
      },
    ],
    ['it plans a date', async () => friend.call(joinPlaydate, { params: { id: (await plan()).id }, body: {} })],
    [
      'it plans a series for itself alone',
      () => plan({ repeats: { every: 'week' }, openToOthers: false, placeId: place.id }),
    ],
    ['it asks which day suits', () => host.call(createPoll, { body: aPoll({ circleId: params.id }) })],
    ['a letter makes another', () => friend.call(enterCircle, { body: { code } })],
    ['a member is out now', () => host.call(goOutNow, { body: { placeId: place.id, hours: 1 } })],
    [
      'a member is removed',
      () => host.call(removeCircleMember, { params: { ...params, userId: String(member.id) }, body: { reason: 'x' } }),
    ],
    ['it ends', () => host.call(endCircle, { params })],
  ]
  for (const [act, happens] of acts) {
    await happens()
    expect([act, [...(await all.told())], [...(await near.told())]]).toEqual([act, [], []])
    const now = await everything()
    const changed = stable.filter(([path, text]) => now.get(path) !== text)
    expect([act, changed.map(([path, text]) => [path, text.slice(0, 300), now.get(path)?.slice(0, 300)])]).toEqual([
      act,
      [],
    ])
  }
  expect(await outsider.call(chats)).toEqual([])

  // Lists that no area finds are told in turn; a turn of all takes a second.
  await after(2000)
  expect([[...(await all.told())], [...(await near.told())]]).toEqual([[], []])
  // The same screens hear of what is no circle's, so their silence means something.
  const told = new Set<string>()
  await host.call(createPlaydate, { body: aPlaydate(planned) })
  await vi.waitFor(async () => {
    for (const path of await all.told()) told.add(path)
    expect([...told]).toContain('/api/playdates/upcoming')
  })
})
