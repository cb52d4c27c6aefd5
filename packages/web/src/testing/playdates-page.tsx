import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen } from '@testing-library/react'
import { beforeEach } from 'vitest'
import { Page } from '../pages/playdates/playdates.tsx'
import { showLanguage } from '../platform/language/language.ts'
import { show } from './show.tsx'
import { type Handlers, ok } from './stand-in-server.ts'

/** Prepares each test of the file. */
export function preparePlaydatesPage(): void {
  beforeEach(() => {
    localStorage.removeItem('playdate_filters')
    return showLanguage('nl')
  })
}

/** Opens the page with these upcoming playdates. */
export function openPlaydates(upcoming: readonly Playdate[], handlers: Handlers = {}, at = '/playdates') {
  return show(<Page />, at, {
    'GET /api/playdates/upcoming': () => ok(upcoming),
    'GET /api/playdates/past': () => ok([]),
    'GET /api/playdates/upcoming/count': () => ok({ all: 12, matching: upcoming.length }),
    ...handlers,
  })
}

export const card = () => screen.findByRole('article')
