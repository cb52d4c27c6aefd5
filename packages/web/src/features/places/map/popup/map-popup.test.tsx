import { screen } from '@testing-library/react'
import type { Map as LeafletMap } from 'leaflet'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aDetail } from '../../../../testing/a-place.ts'
import { show } from '../../../../testing/show.tsx'
import { ok } from '../../../../testing/stand-in-server.ts'
import InfoCards from '../list/info-cards.tsx'
import { Legend } from '../map-controls.tsx'
import MapPopup from './map-popup.tsx'

beforeEach(() => showLanguage('en'))

/** A static map: only the pin's position matters. */
const map = {
  latLngToContainerPoint: () => ({ x: 200, y: 300 }),
  getSize: () => ({ x: 400, y: 500 }),
  getContainer: () => document.body,
  panBy: () => {},
  on: () => {},
  off: () => {},
} as unknown as LeafletMap // as much of it as the popup uses

test('a popup shows the first hundred characters of a description, and says if there is no address', async () => {
  const place = aDetail({ description: `${'a'.repeat(100)}bc`, address: null })
  const pin = { id: place.id, name: place.name, latitude: 52.388, longitude: 4.871 }
  show(<MapPopup map={map} place={pin} more="/places" onClose={() => {}} />, '/playground-map', {
    [`GET /api/places/${place.id}`]: () => ok(place),
  })
  expect(await screen.findByText(`${'a'.repeat(100)}…`)).toBeTruthy()
  expect(screen.getByText('No address')).toBeTruthy()
  const directions = screen.getByRole('link', { name: /^Directions to / })
  expect(directions.getAttribute('href')).toBe('https://www.openstreetmap.org/directions?to=52.388%2C4.871')
  expect(directions.getAttribute('target')).toBe('_blank')
})

test.each(['Kabelbaan.', 'a'.repeat(100)])(
  'a popup shows a description of up to a hundred characters unchanged',
  async description => {
    const place = aDetail({ description })
    const pin = { id: place.id, name: place.name, latitude: 52.388, longitude: 4.871 }
    show(<MapPopup map={map} place={pin} more="/places" onClose={() => {}} />, '/playground-map', {
      [`GET /api/places/${place.id}`]: () => ok(place),
    })
    expect((await screen.findByText(new RegExp(description))).textContent).toBe(description)
  },
)

test('cards beside the map explain the heat, how to help, four tips and the sources', () => {
  show(<InfoCards />, '/playground-map')
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['About the Heatmap', 'Contribute to the Community', 'Tips', 'Data Sources'])
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  const text = screen.getByRole('main').textContent
  for (const words of [
    'Contributions are reviewed for quality.',
    'You need an account',
    'From OpenStreetMap, and from dads like you.',
  ]) {
    expect(text).toContain(words)
  }
})

test('the legend says what blue, lime and red mean', () => {
  show(<Legend />, '/playground-map')
  const legend = screen.getByRole('img', { name: 'Legend: blue few, lime some, red many playgrounds' })
  expect([...legend.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(['Few', 'Some', 'Many'])
})
