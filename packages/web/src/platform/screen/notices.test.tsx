import { ToastRegion } from '@papadag/ui/layers/toast'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetNotices, notify } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  render(
    <ToastRegion
      label="Melding"
      closeLabel="Sluiten"
      limits={{ durationMs: 5000, removalMs: 1_000_000, swipePx: 50 }}
    />,
  )
})
afterEach(() => {
  cleanup()
  forgetNotices()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.getByRole('region', { name: 'Melding' }).textContent

test('a notice that can wait is shown after a quiet moment', async () => {
  notify({ title: 'Welkom terug' })
  await pass(0)
  notify({ title: 'Mogen we weten waar je bent?', canWait: true })
  await pass(3000)
  // Another notice is shown in between, for its own duration.
  notify({ title: 'Speelafspraak gemaakt' })
  await pass(2500)
  expect(shown()).toContain('Speelafspraak gemaakt')
  await pass(2600)
  expect(shown()).toContain('Mogen we weten waar je bent?')
})

test('an urgent notice replaces the current one', async () => {
  notify({ title: 'Welkom terug' })
  await pass(0)
  notify({ title: 'Er ging iets mis', tone: 'destructive' })
  await pass(0)
  expect(shown()).toContain('Er ging iets mis')
})
