import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createLocalBus } from '../../bus/bus.ts'
import type { Change } from '../../change.ts'
import { createAnnouncer, readAnnouncement, topic } from './announcer.ts'

test('many changes are announced in as few messages as fit the bus, and each once', () => {
  const bus = createLocalBus()
  const sent: { bytes: number; things: string[] }[] = []
  bus.subscribe(topic, payload => {
    const { changes = [] } = readAnnouncement(payload)
    const bytes = changes.reduce((sum, change) => sum + JSON.stringify(change).length, 0)
    sent.push({
      bytes,
      things: changes.flatMap(change => z.parse(z.object({ things: z.array(z.string()) }), change).things),
    })
  })
  const change = (n: number): Change => ({
    what: 'place',
    things: [`place ${n}`.padEnd(100 - '{"what":"place","things":[""]}'.length)],
  })
  expect(JSON.stringify(change(7))).toHaveLength(100)
  const all = Array.from({ length: 130 }, (_, n) => change(n))
  createAnnouncer(bus, pino({ level: 'silent' }), true).announce(all, { userId: 7 })
  expect(sent.map(({ bytes }) => bytes)).toEqual([6000, 6000, 1000])
  expect(sent.flatMap(({ things }) => things).map(thing => thing.trim())).toEqual(all.map((_, n) => `place ${n}`))
})
