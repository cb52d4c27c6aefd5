import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { reads } from '../../../platform/data.ts'
import { aPlace } from '../../../testing/a-place.ts'
import { ok, serve } from '../../../testing/stand-in-server.ts'
import { distanceM } from './geo.ts'
import type { MapPoint } from './use-points.tsx'
import { usePins } from './use-points.tsx'

afterEach(() => reads.clear())

const center = { latitude: 52, longitude: 5 }
/** Wide and low: its circle holds far more than itself. */
const view = {
  zoom: 11,
  center,
  box: { south: 51.95, west: 4.6, north: 52.05, east: 5.4 },
  frame: { zoom: 11, left: 0, top: 0, width: 1200, height: 300 },
}
const crowd: MapPoint[] = [{ ...center, count: 140, place: undefined }]
const placeAt = (id: number, latitude: number, longitude: number) => {
  const at = { latitude, longitude }
  return aPlace({ id, ...at, distance: distanceM(center, at) })
}
const farLeft = placeAt(1, 52, 4.61)

function pinsAmong(places: unknown[]) {
  const { asked } = serve({
    'GET /api/places/nearby?latitude=52&longitude=5&radius=29000&type=playground&limit=500': () => ok(places),
  })
  const { result } = renderHook(() => usePins(view, crowd, undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={reads}>{children}</QueryClientProvider>,
  })
  return { asked, result }
}

test('few playgrounds on a wide map all get a pin, though more lie above and below it', async () => {
  const aboveIt = Array.from({ length: 300 }, (_, index) => placeAt(index + 2, 52.1, 5))
  const { result } = pinsAmong([...aboveIt, farLeft])
  await waitFor(() => expect(result.current.pins?.map(({ id }) => id)).toEqual([1]))
  expect(result.current.count).toBe(140)
})

test('where so many lie around it that some in view may be missing, they stay together', async () => {
  const aboveIt = Array.from({ length: 500 }, (_, index) => placeAt(index + 2, 52.1, 5))
  const { asked, result } = pinsAmong(aboveIt)
  await waitFor(() => expect(reads.getQueryData(asked.map(call => call.replace('GET ', '')))).toBeTruthy())
  expect(result.current.pins).toBe(undefined)
})
