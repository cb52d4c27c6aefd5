import { createPlaydate, editPlaydate, onePlaydate } from '@papadag/contract/playdates'
import { expect, test } from 'vitest'
import { aPlaydate, world } from '../../testing/world.ts'

test('a new time or place increases the calendar’s sequence number; a new text does not', async () => {
  const { host } = await world()
  const planned = aPlaydate()
  const params = { id: (await host.call(createPlaydate, { body: planned })).id }
  const sequenceAfter = async (change: Partial<typeof planned>) => {
    const { sequence } = await host.call(editPlaydate, { params, body: { ...planned, ...change } })
    expect(await host.call(onePlaydate, { params })).toMatchObject({ sequence })
    return sequence
  }
  expect(await sequenceAfter({ title: 'Kliederen', description: 'Zonder laarzen.', maxParticipants: 9 })).toBe(0)
  const startTime = new Date(Date.parse(planned.startTime) + 600_000).toISOString()
  expect(await sequenceAfter({ startTime })).toBe(1)
  expect(await sequenceAfter({ startTime, location: 'Vondelpark, Amsterdam' })).toBe(2)
})
