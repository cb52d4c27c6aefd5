import { createPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { aPlayground } from '../../../testing/places.ts'
import { anHourIn } from '../../../testing/series.ts'
import { connect } from '../../../testing/socket.ts'
import { aPlaydate, type World, world } from '../../../testing/world.ts'

type Happens = (opened: World<5>) => Promise<unknown>

test.each<[string, Happens]>([
  ['is blocked by its creator', ({ host, fathers: [regular] }) => host.call(block, { params: { id: regular.id } })],
  ['blocks its creator', ({ host, fathers: [regular] }) => regular.call(block, { params: { id: host.id } })],
  ['deletes his account', ({ fathers: [regular] }) => regular.call(deleteAccount)],
])('an open hour on a screen is updated when one of those usually there %s', async (_, happens) => {
  const opened = await world({ fathers: 5 })
  const { host, fathers } = opened
  const { id: placeId } = await aPlayground(host)
  const { id, series } = await host.call(createPlaydate, {
    body: aPlaydate({ kind: 'open', placeId, ...anHourIn(3), repeats: { every: 'week' } }),
  })
  const [stranger, ...regulars] = fathers.toReversed()
  for (const father of regulars) await father.call(takeStanding, { params: { id: series?.id ?? 0 }, body: {} })
  const look = () => stranger?.call(onePlaydate, { params: { id } })
  if (!stranger) throw new Error('nobody looks')
  expect(await look()).toMatchObject({ regulars: 4 })

  const screen = await connect(stranger, 'screen')
  screen.send({ type: 'watch', paths: [`/api/playdates/${id}`] })
  screen.send({ type: 'watch', paths: ['/api/no-such-read'] })
  await screen.frame('error')
  await happens(opened)
  await screen.until(() => screen.frames.find(({ type }) => type === 'changed'))
  expect(await look()).toMatchObject({ regulars: 3 })
})
