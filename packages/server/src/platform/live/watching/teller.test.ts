import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inUtrecht, joined, sheet, watches } from '../../../testing/watches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('when there are many changes', () => {
  test('a screen gets frames every 2 ms, and the last one after the last change', async () => {
    const { screen, write } = watches({ isLimited: false })
    const { frames } = await screen([sheet])
    for (let ms = 0; ms < 100; ms += 1) {
      write()
      await tick(1)
    }
    const before = frames.length
    expect(before).toBeLessThanOrEqual(51)
    write()
    expect(frames).toHaveLength(before)
    await tick(2)
    expect(frames).toHaveLength(before + 1)
  })

  test('changes are collected for a thousand screens, and a few screens hear of them at a time', async () => {
    const { screen, write } = watches({ isLimited: false })
    const { frames } = await screen([sheet])
    for (let count = 1; count < 1000; count += 1) await screen([sheet])
    const framesIn = async (times: number, everyMs: number) => {
      frames.length = 0
      for (let count = 0; count < times; count += 1) {
        write()
        await tick(everyMs)
      }
      return frames.length
    }
    expect(await framesIn(4, 5)).toBe(4)
    await framesIn(100, 1)
    expect(await framesIn(100, 1)).toBeLessThanOrEqual(3)
    await tick(1000)
    expect(await framesIn(4, 5)).toBe(4)
  })

  test('one screen hears of changes once a second while they go on', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([sheet])
    for (let ms = 0; ms < 10_000; ms += 10) {
      write()
      await tick(10)
    }
    expect(frames.length).toBeGreaterThan(30)
    expect(frames.length).toBeLessThan(60)
  })

  test('the changes of one writer are collected over seconds, and the last one is delivered', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([sheet])
    const writer = { userId: 7 }
    for (let ms = 0; ms < 30_000; ms += 100) {
      write(joined, writer)
      await tick(100)
    }
    // 30 at once, and then one every 3 s.
    expect(frames.length).toBeLessThan(42)
    frames.length = 0
    write(joined, writer)
    await tick(3000)
    expect(frames.length).toBeGreaterThan(0)
  })

  test('the changes of one writer do not delay another’s', async () => {
    const { screen, write } = watches()
    for (let count = 0; count < 100; count += 1) write(joined, { userId: 7 })
    const { frames } = await screen([inUtrecht])
    write(joined, { userId: 8 })
    expect(frames).toEqual([[inUtrecht]])
  })

  test('delivering them leaves room for other work, even when they were collected', async () => {
    vi.useRealTimers()
    const { screen, write, writtenInTurn } = watches({ frameMs: 1 })
    for (let count = 0; count < 20; count += 1) await screen([sheet])
    write()
    write()
    await vi.waitFor(() => expect(writtenInTurn).toHaveLength(40))
    // A frame takes 1 ms and a slice 2 ms; the slices of both writes can fall into one turn.
    for (const turn of new Set(writtenInTurn)) {
      expect(writtenInTurn.filter(other => other === turn).length).toBeLessThanOrEqual(4)
    }
  })

  test('a collected frame names each read once', async () => {
    const { screen, write } = watches()
    const { frames } = await screen([sheet, inUtrecht])
    for (let count = 0; count < 5; count += 1) write()
    await tick(50)
    expect(frames).toEqual([
      [sheet, inUtrecht],
      [sheet, inUtrecht],
    ])
  })
})

test('a user asked to repeat a read may do so once, within half a minute', async () => {
  const { watch, screen, write } = watches()
  await screen([sheet], 1)
  expect(watch.wasTold(1, sheet)).toBe(false)
  write()
  expect([watch.wasTold(2, sheet), watch.wasTold(1, inUtrecht)]).toEqual([false, false])
  expect([watch.wasTold(1, sheet), watch.wasTold(1, sheet)]).toEqual([true, false])
  write()
  await tick(31_000)
  expect(watch.wasTold(1, sheet)).toBe(false)
})

test('a read may be repeated until half a minute after it changed, as often as it changed within that time', async () => {
  const { watch, screen, write } = watches()
  await screen([sheet], 1)
  write()
  await tick(30_000)
  expect(watch.wasTold(1, sheet)).toBe(true)
  write()
  await tick(30_001)
  expect(watch.wasTold(1, sheet)).toBe(false)
})

test('a user may repeat the last hundred reads that he was notified of', async () => {
  const { watch, screen, shown, write } = watches()
  const paths = Array.from({ length: 101 }, (_, at) => `/playdate/${at}`)
  for (const path of paths) shown.set(path, () => ({ things: ['playdate 5'] }))
  await screen(paths, 1)
  write()
  expect(paths.map(path => watch.wasTold(1, path))).toEqual(paths.map((_, at) => at > 0))
})

test('a screen that was notified thirty times hears of the next change a second later', async () => {
  const { screen, write } = watches()
  const { frames } = await screen([sheet])
  for (let count = 0; count < 31; count += 1) {
    write()
    await tick(3)
  }
  expect(frames).toHaveLength(31)
  write()
  await tick(990)
  expect(frames).toHaveLength(31)
  await tick(10)
  expect(frames).toHaveLength(32)
})
