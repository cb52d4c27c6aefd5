import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { useDay } from './use-day.ts'

beforeEach(async () => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  await showLanguage('en')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31T12:00:00Z', false],
  ['2026-12-31T23:00:00Z', '2027-01-01T12:00:00Z', false],
  ['2026-12-31T22:59:59Z', '2027-01-01T12:00:00Z', true],
  ['2026-12-31T23:00:00Z', '2026-12-31T22:59:59Z', true],
  ['2026-12-31T12:00:00Z', '2026-12-31T23:00:00Z', true],
])('a day of %s shows its year at %s: %s, as the reader’s clock counts years', (moment, now, hasYear) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const wrapper = ({ children }: { children: ReactNode }) => createElement(I18nProvider, { i18n, children })
  const { result } = renderHook(() => useDay(moment), { wrapper })
  expect(/20\d\d/.test(result.current)).toBe(hasYear)
})
