import type { Place } from '@papadag/contract/places/places'
import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { Page } from '../pages/places/places.tsx'
import { showLanguage } from '../platform/language/language.ts'
import { show } from './show.tsx'
import { daan, type Handlers, ok } from './stand-in-server.ts'

const amsterdam = 'latitude=52.368&longitude=4.904'
export const searched = (rest = '', limit = 25) => `GET /api/places/search?${amsterdam}${rest}&limit=${limit}`
export const detailAt = 'GET /api/places/7'

/** Prepares each test of the file. */
export function preparePlacesPage(): void {
  beforeAll(async () => {
    // Lazy modules are loaded first, so that no test waits for a slow disk.
    await Promise.all([
      import('@papadag/ui/layers/menu-list'),
      import('../features/places/forms/add-restaurant.tsx'),
      import('../features/places/forms/edit-place-dialog.tsx'),
      import('../features/places/sheet/place-sheet.tsx'),
      import('../features/playdates/elsewhere/planned-here.tsx'),
    ])
  })
  beforeEach(() => showLanguage('nl'))
  afterEach(() => localStorage.clear())
}

/** Opens the page with these places. */
export function openPlaces(places: readonly Place[], handlers: Handlers = {}, at = '/places', user = daan) {
  const answers = {
    [searched()]: () => ok(places),
    [searched('&type=restaurant')]: () => ok(places.filter(({ type }) => type === 'restaurant')),
    [searched('&type=playground')]: () => ok(places.filter(({ type }) => type === 'playground')),
    'GET /api/playdates/at-place/7': () => ok([]),
    'GET /api/places/7/reviews?limit=6': () => ok([]),
    ...handlers,
  }
  return show(<Page />, at, answers, user)
}

export const card = (name: string) => screen.findByRole('article', { name })
export const address = () => location.pathname + location.search
