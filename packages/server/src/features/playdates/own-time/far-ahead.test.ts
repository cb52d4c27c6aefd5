import { limits } from '@papadag/contract/limits'
import {
  createPlaydate,
  createTestPlaydate,
  editPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { expect, test } from 'vitest'
import { aPlayground } from '../../../testing/places.ts'
import { aPoll, someTimes } from '../../../testing/polls.ts'
import { aPlaydate, type World, world } from '../../../testing/world.ts'

interface Times {
  startTime: string
  endTime: string
}

/** A time that begins this many minutes after the last moment that can be planned. */
function beyond(minutes: number): Times {
  const start = Date.now() + limits.playdateAheadDays * 86_400_000 + minutes * 60_000
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + 3_600_000).toISOString() }
}

const planned: Record<string, (all: Pick<World, 'host'>, times: Times) => Promise<unknown>> = {
  'a playdate': ({ host }, times) => host.call(createPlaydate, { body: aPlaydate(times) }),
  'one of the test page': ({ host }, times) => host.call(createTestPlaydate, { body: aPlaydate(times) }),
  'the first of a series': ({ host }, times) =>
    host.call(createPlaydate, { body: aPlaydate({ ...times, repeats: { every: 'week' } }) }),
  async 'an open hour'({ host }, times) {
    const { id: placeId } = await aPlayground(host)
    await host.call(createPlaydate, { body: aPlaydate({ ...times, placeId, kind: 'open' }) })
  },
  async 'another time of a playdate'({ host }, times) {
    const { id } = await host.call(createPlaydate, { body: aPlaydate() })
    await host.call(editPlaydate, { params: { id }, body: aPlaydate(times) })
    expect(await host.call(onePlaydate, { params: { id } })).toMatchObject(times)
  },
  async 'another time of a series'({ host }, times) {
    const made = (await host.call(upcomingPlaydates)).find(({ series }) => series)
    const { id } = made ?? (await host.call(createPlaydate, { body: aPlaydate({ repeats: { every: 'week' } }) }))
    await host.call(editPlaydate, { params: { id }, query: { scope: 'one' }, body: aPlaydate(times) })
  },
  'a time of a poll': ({ host }, times) => host.call(createPoll, { body: aPoll({ times: [...someTimes(1), times] }) }),
}

test.each(Object.entries(planned))('%s can be planned five years ahead, and no further', async (_, plan) => {
  const all = await world()
  await plan(all, beyond(-5))
  for (const times of [beyond(5), { startTime: '2199-06-01T10:00:00.000Z', endTime: '2199-06-01T12:00:00.000Z' }])
    await expect(plan(all, times)).rejects.toMatchObject({
      status: 400,
      body: {
        issues: [expect.objectContaining({ code: 'playdate.tooFar', path: expect.stringMatching(/startTime$/) })],
      },
    })
})
