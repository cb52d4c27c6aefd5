import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { refusalTrail } from './refusal-trail.ts'

afterEach(() => void vi.useRealTimers())

/** A trail that records in whose turn each row is written. */
function trail() {
  vi.useFakeTimers({ toFake: ['performance'] })
  const written: unknown[] = []
  const db = {
    for: (who: unknown) => ({
      run: async () => {
        written.push(who)
        return 1
      },
    }),
  } as unknown as Db // nothing else is used here
  const note = refusalTrail(db, pino({ level: 'silent' }))
  const at = (address: string) => ({ visitor: { address, network: address, isLocal: false }, member: undefined })
  const by = (id: number) => ({ ...at('::1'), member: { id, sessionId: 1 } })
  return { written, note, at, by }
}

test('at most one refusal of each kind per minute is recorded for a member or a network', () => {
  const { written, note, at, by } = trail()
  for (let time = 0; time < 3; time += 1) {
    note('request.forbidden', by(5))
    note('request.forbidden', at('192.0.2.1'))
    note('request.crossSite', by(5))
  }
  expect(written).toEqual(['user 5', 'network 192.0.2.1', 'user 5'])
  vi.advanceTimersByTime(59_999)
  note('request.forbidden', by(5))
  expect(written).toHaveLength(3)
  vi.advanceTimersByTime(2)
  note('request.forbidden', by(5))
  expect(written).toHaveLength(4)
})

test('refusals of more than ten thousand networks in a minute are not recorded', () => {
  const { written, note, at } = trail()
  for (let n = 0; n < 10_005; n += 1) note('request.forbidden', at(`network ${n}`))
  expect(written).toHaveLength(10_000)
  vi.advanceTimersByTime(60_001)
  note('request.forbidden', at('one more'))
  expect(written).toHaveLength(10_001)
})
