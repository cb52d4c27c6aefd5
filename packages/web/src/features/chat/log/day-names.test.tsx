import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { startOfDay, useDays } from './days.ts'

beforeEach(() => showLanguage('nl'))

const names = () =>
  renderHook(useDays, {
    wrapper: ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  }).result.current

const friday = new Date(2026, 10, 27, 10, 42)
const today = startOfDay(friday)
const before = (days: number) => new Date(2026, 10, 27 - days, 10, 42).toISOString()

test.each([
  [0, 'Vandaag', '10:42'],
  [1, 'Gisteren', 'Gisteren'],
  [2, 'Woensdag 25 november', 'Wo'],
])('%s days ago a heading says “%s” and the list of chats “%s”', (days, heading, brief) => {
  expect(names().day(before(days), today)).toBe(heading)
  expect(names().brief(before(days), today)).toBe(brief)
})

test.each([
  [7, '1 week'],
  [14, '2 weken'],
  [10, '10 dagen'],
])('the chat writes %s days as “%s”', (days, period) => expect(names().period(days)).toBe(period))

test.each([
  ['de', 'Gestern', '2 Wochen', '10 Tage'],
  ['en', 'Yesterday', '2 weeks', '10 days'],
  ['es', 'Ayer', '2 semanas', '10 días'],
  ['fr', 'Hier', '2 semaines', '10 jours'],
] as const)('in %s yesterday is “%s”, and messages are kept for “%s” or “%s”', async (language, ...words) => {
  await showLanguage(language)
  const { brief, period } = names()
  expect([brief(before(1), today), period(14), period(10)]).toEqual(words)
})
