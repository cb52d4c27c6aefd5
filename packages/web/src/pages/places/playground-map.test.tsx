import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { far, prepareMapScreen, theMap } from '../../testing/map-screen.tsx'
import { show } from '../../testing/show.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'
import { Page } from './playground-map.tsx'

const utrecht = { latitude: 52.09, longitude: 5.12 }
const where = vi.hoisted((): { now: object } => ({ now: {} }))
vi.mock('../../features/location/where.ts', () => ({ useWhere: () => where.now }))

prepareMapScreen()

test.each([
  ['where he is', { here: utrecht, status: 'obtained', position: utrecht }, 'Distances from where you are.'],
  ['his town', { status: 'fallback', position: utrecht, from: 'Utrecht' }, 'Distances from Utrecht.'],
  ['his home', { status: 'fallback', position: utrecht }, 'Distances from where you live.'],
  ['nothing yet', { status: 'locating', position: utrecht }, undefined],
  ['nothing without a position', { status: 'fallback' }, undefined],
])('the map’s list measures distances from %s', async (_, now, words) => {
  where.now = { otherwise: utrecht, ...now }
  show(
    <Page />,
    '/playground-map',
    {
      'GET /api/env': () => ok({ tileUrl: '/tile/{z}/{x}/{y}', tileAttribution: null, map: null }),
      'GET /api/map/0/0/0': () => ok({ cells: [], places: [] }),
      'GET /api/places/search': () => ok([]),
      'GET /api/places/nearby': () => ok([far]),
    },
    daan,
  )
  expect(await screen.findByRole('button', { name: /Griftpark/ })).toBeDefined()
  expect(theMap().getCenter().lat.toFixed(2)).toBe('52.09')
  expect(screen.queryByText(/^Distances from/)?.textContent).toBe(words)
  expect(screen.queryByRole('button', { name: 'Use My Location' }) === null).toBe('here' in now)
})
