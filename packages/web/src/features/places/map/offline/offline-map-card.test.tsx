import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { standInForCaches } from '../../../../testing/caches-stand-in.ts'
import { show } from '../../../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../../../testing/stand-in-server.ts'
import OfflineMapCard from './offline-map-card.tsx'

const center = { latitude: 52.09, longitude: 5.12 }
const map = {
  version: 'v1',
  minZoom: 14,
  maxZoom: 14,
  bounds: { west: 5.122, south: 52.091, east: 5.123, north: 52.092 },
}
const keep = 'Bewaar kaart van mijn buurt'

beforeEach(async () => {
  await showLanguage('nl')
  standInForCaches()
})

function open(
  handlers: Handlers = {},
  { around = center, version = 'v1' }: { around?: typeof center; version?: string } = {},
) {
  return show(<OfflineMapCard center={around} map={{ ...map, version }} />, '/playground-map', {
    'GET /api/env': () => ok({ OPEN_WEATHER_API_KEY: null, tileUrl: '', tileAttribution: null, map }),
    'GET /api/places/nearby': () => ok([]),
    'GET /tiles/v1/14/8425/5405.mvt': () => ok('tile'),
    ...handlers,
  })
}

test('one tap saves the map, which then shows when and can be fetched again or removed', async () => {
  const user = userEvent.setup()
  const first = open()
  expect(await screen.findByText(/hoogstens 20 MB/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: keep }))
  expect(
    await screen.findByText(
      /^Bewaard op .*: het deel van je buurt dat op de kaart staat, en 0 speeltuinen binnen 5 km, 1 MB\./,
    ),
  ).toBeTruthy()
  expect(first.asked).toContain('GET /tiles/v1/14/8425/5405.mvt')
  first.unmount()

  open()
  expect(await screen.findByRole('button', { name: 'Vernieuwen' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Verwijderen van dit apparaat' }))
  expect(await screen.findByRole('button', { name: keep })).toBeTruthy()
  await waitFor(async () => expect(await caches.keys()).toEqual([]))
})

test('a failure to save the map says so, and whether what was saved before is still there', async () => {
  const user = userEvent.setup()
  const { handlers } = open({ 'GET /api/places/nearby': () => refused(503, 'server.busy', 'Even geduld') })
  await user.click(await screen.findByRole('button', { name: keep }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'De kaart kon niet worden bewaard. Probeer het zo nog eens.',
  )
  handlers['GET /api/places/nearby'] = () => ok([])
  await user.click(screen.getByRole('button', { name: keep }))
  await screen.findByText(/^Bewaard op/)
  expect(screen.queryByRole('alert')).toBeNull()
  handlers['GET /api/places/nearby'] = () => refused(503, 'server.busy', 'Even geduld')
  await user.click(screen.getByRole('button', { name: 'Vernieuwen' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Wat al bewaard was, staat er nog.')
  expect(screen.getByText(/^Bewaard op/)).toBeTruthy()
})

test('when the device has too little space, the card says that this is the reason', async () => {
  vi.stubGlobal('navigator', { ...navigator, storage: { estimate: async () => ({ quota: 1, usage: 1 }) } })
  open()
  await userEvent.click(await screen.findByRole('button', { name: keep }))
  expect((await screen.findByRole('alert')).textContent).toBe('Er is te weinig ruimte op dit apparaat.')
})

test('a father can stop saving the map, which is not shown as a failure', async () => {
  const user = userEvent.setup()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok>>()
  open({ 'GET /tiles/v1/14/8425/5405.mvt': () => promise })
  await user.click(await screen.findByRole('button', { name: keep }))
  expect(await screen.findByRole('progressbar', { name: 'De kaart wordt bewaard…' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stoppen' }))
  resolve(ok('tile'))
  expect(await screen.findByRole('button', { name: keep })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a father whose place is unknown is asked where he lives', async () => {
  show(<OfflineMapCard center={undefined} map={map} />, '/playground-map')
  expect(await screen.findByText(/^Deel je locatie/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: keep })).toBeNull()
})

test('on Wi-Fi an old map is fetched again without asking, and elsewhere it stays', async () => {
  const user = userEvent.setup()
  const first = open()
  await user.click(await screen.findByRole('button', { name: keep }))
  await screen.findByText(/^Bewaard op/)
  first.unmount()
  const newer = () =>
    ok({ OPEN_WEATHER_API_KEY: null, tileUrl: '', tileAttribution: null, map: { ...map, version: 'v2' } })
  const handlers = { 'GET /api/env': newer, 'GET /tiles/v2/14/8425/5405.mvt': () => ok('new') }

  const second = open(handlers, { version: 'v2' })
  await screen.findByText(/^Bewaard op/)
  expect(second.asked).not.toContain('GET /tiles/v2/14/8425/5405.mvt')
  second.unmount()

  Object.assign(navigator, { connection: { type: 'wifi' } })
  const { asked } = open(handlers, { version: 'v2' })
  await waitFor(() => expect(asked).toContain('GET /tiles/v2/14/8425/5405.mvt'))
  await screen.findByText(/^Bewaard op/)
  Object.assign(navigator, { connection: undefined })
})
