import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepScrollPositions, navigate } from './navigation.tsx'

const scrolledTo = (y: number, ...events: string[]) => {
  scrollTo(0, y)
  for (const event of events) document.dispatchEvent(new Event(event))
}

beforeEach(() => {
  history.replaceState({ key: 'a' }, '', '/places')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  scrollTo(0, 0)
})

test('without a scrollend event the scroll position is stored a moment after scrolling', () => {
  vi.stubGlobal('window', {})
  keepScrollPositions()
  scrolledTo(300, 'scroll')
  vi.advanceTimersByTime(50)
  scrolledTo(640, 'scroll')
  vi.advanceTimersByTime(99)
  expect(history.state).toEqual({ key: 'a' })
  vi.advanceTimersByTime(1)
  expect(history.state).toEqual({ key: 'a', scrollY: 640 })
})

test('with a scrollend event the scroll position is stored at once', () => {
  vi.stubGlobal('window', { onscrollend: null })
  keepScrollPositions()
  scrolledTo(640, 'scrollend')
  expect(history.state).toEqual({ key: 'a', scrollY: 640 })
})

test('going to another address adds a step for Back, and going to the same one or replacing it adds none', () => {
  const entered = (...to: Parameters<typeof navigate>) => {
    const before = history.length
    navigate(...to)
    return [history.length - before, location.pathname + location.search]
  }
  expect(entered('/places')).toEqual([0, '/places'])
  expect(entered('/places?type=restaurant')).toEqual([1, '/places?type=restaurant'])
  expect(entered('/places?type=restaurant')).toEqual([0, '/places?type=restaurant'])
  expect(entered('/places?type=playground', { replace: true })).toEqual([0, '/places?type=playground'])
  expect(entered('/places')).toEqual([1, '/places'])
})
