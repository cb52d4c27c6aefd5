import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLocalBus } from '../../bus/bus.ts'
import type { Change } from '../../change.ts'
import { createAnnouncer, readAnnouncement, topic } from './announcer.ts'

test('many changes are announced in as few messages as fit the bus, each of them once', () => {
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

test('a busy writer is not forgotten because of a thousand others, and all his changes are out after ninety seconds', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const bus = createLocalBus()
  let heard = 0
  bus.subscribe(topic, () => {
    heard += 1
  })
  const announcer = createAnnouncer(bus, pino({ level: 'silent' }), true)
  const announce = (userId: number, times: number) => {
    for (let time = 0; time < times; time += 1)
      announcer.announce([{ what: 'playdate', things: [`${time}`] }], { userId })
    const before = heard
    heard = 0
    return before
  }
  expect(announce(7, 30)).toBe(30)
  for (let other = 1; other <= 1100; other += 1) announce(1000 + other, 1)
  vi.advanceTimersByTime(10_000)
  for (let other = 1; other <= 1100; other += 1) announce(3000 + other, 1)
  // Three have been saved in ten seconds; the others are announced together.
  expect(announce(7, 6)).toBe(3)
  vi.advanceTimersByTime(3000)
  expect(heard).toBe(1)
  heard = 0
  vi.advanceTimersByTime(93_000)
  expect(announce(7, 40)).toBe(30)
  announcer.close()
})

test('something that its owner changes again and again is announced three times, and then every three seconds', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const bus = createLocalBus()
  let heard = 0
  bus.subscribe(topic, () => {
    heard += 1
  })
  const announcer = createAnnouncer(bus, pino({ level: 'silent' }), true)
  const edit = (thing: string, userId = 7) => announcer.announce([{ what: 'person', things: [thing] }], { userId })
  for (let time = 0; time < 30; time += 1) {
    edit('person 7')
    vi.advanceTimersByTime(100)
  }
  expect(heard).toBe(3)
  // Another writer is not held up, and neither is another change once the earlier ones are announced.
  edit('person 8', 8)
  expect(heard).toBe(4)
  vi.advanceTimersByTime(20_000)
  heard = 0
  for (const thing of ['person 7', 'playdate 1', 'playdate 2', 'playdate 3', 'playdate 4']) edit(thing)
  expect(heard).toBe(5)
  announcer.close()
})
