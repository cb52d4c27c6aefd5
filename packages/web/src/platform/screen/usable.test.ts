import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  performance.clearMarks('usable')
})

test('deferred work waits for the first screen, and later work does not', async () => {
  const { markUsable, usable, whenUsable } = await import('./usable.ts')
  const told: string[] = []
  const early = whenUsable().then(() => told.push('early'))
  await Promise.resolve()
  expect(told).toEqual([])
  markUsable()
  await early
  await whenUsable()
  expect(told).toEqual(['early'])
  usable.set(true)
})

test('the moment from which taps are handled is recorded once', async () => {
  const { markHeard, markUsable } = await import('./usable.ts')
  markHeard()
  markUsable()
  markUsable()
  expect(performance.getEntriesByName('usable')).toHaveLength(1)
})
