import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, expect, test } from 'vitest'
import { far, prepareMapScreen, theMap } from '../../testing/map-screen.tsx'
import { show } from '../../testing/show.tsx'
import { daan, ok } from '../../testing/stand-in-server.ts'
import { Page } from './playground-map.tsx'

prepareMapScreen()
afterAll(() => void Reflect.deleteProperty(navigator, 'geolocation'))

const utrecht = { latitude: 52.09, longitude: 5.12 }

async function open(user = daan) {
  show(
    <Page />,
    '/playground-map',
    {
      'GET /api/env': () => ok({ tileUrl: '/tile/{z}/{x}/{y}', tileAttribution: null, map: null }),
      'GET /api/map/0/0/0': () => ok({ cells: [], places: [] }),
      'GET /api/places/search': () => ok([]),
      'GET /api/places/nearby': () => ok([far]),
    },
    user,
  )
  expect(await screen.findByRole('button', { name: /Griftpark/ })).toBeDefined()
}
const words = () => screen.queryByText(/^Distances from/)?.textContent
const latitude = () => theMap().getCenter().lat.toFixed(2)

test.each([
  ['his town', { home: { ...utrecht, isCity: true } }, '52.09', 'Distances from Utrecht.'],
  ['his home', { home: { ...utrecht, isCity: false } }, '52.09', 'Distances from where you live.'],
  ['Amsterdam', {}, '52.37', 'Distances from Amsterdam.'],
])('the map opens there and its list measures distances from %s', async (_, changes, middle, sentence) => {
  await open({ ...daan, ...changes })
  expect([latitude(), words()]).toEqual([middle, sentence])
})

test('the list measures distances from a father whom the browser has found, and from nowhere while it looks', async () => {
  let tell = (_: { coords: object }) => {}
  const getCurrentPosition = (found: typeof tell) => {
    tell = found
  }
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true })
  await open()
  const button = screen.getByRole('button', { name: 'Use My Location' })
  await userEvent.click(button)
  await waitFor(() => expect(words()).toBeUndefined())
  tell({ coords: utrecht })
  await waitFor(() => expect([latitude(), words()]).toEqual(['52.09', 'Distances from where you are.']))
  expect(screen.queryByRole('button', { name: 'Use My Location' })).toBeNull()
})
