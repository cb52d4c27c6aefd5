import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import { useMemo } from 'react'
import { afterEach, expect, test } from 'vitest'
import { reads } from '../../../../platform/data/reads.ts'
import { aPlace } from '../../../../testing/a-place.ts'
import { type Handlers, ok, refused, serve } from '../../../../testing/stand-in-server.ts'
import { distanceM } from '../geo.ts'
import type { MapPoint } from './use-points.ts'
import { usePins, usePoints } from './use-points.ts'

afterEach(() => {
  cleanup()
  reads.clear()
})

const noFilter = {}
const center = { latitude: 52, longitude: 5 }
/** For a wide and low view, the circle around it is far larger. */
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
  const { result } = renderHook(() => usePins(view, crowd, noFilter), {
    wrapper: ({ children }) => <QueryClientProvider client={reads}>{children}</QueryClientProvider>,
  })
  return { asked, result }
}

test('few playgrounds on a wide map all get a pin, even if there are more above and below it', async () => {
  const aboveIt = Array.from({ length: 300 }, (_, index) => placeAt(index + 2, 52.1, 5))
  const { result } = pinsAmong([...aboveIt, farLeft])
  await waitFor(() => expect(result.current.pins?.map(({ id }) => id)).toEqual([1]))
  expect(result.current.seen.certain).toBe(140)
})

test('playgrounds stay clustered where some in view may be missing from the reply', async () => {
  const aboveIt = Array.from({ length: 500 }, (_, index) => placeAt(index + 2, 52.1, 5))
  const { asked, result } = pinsAmong(aboveIt)
  await waitFor(() => expect(reads.getQueryData(asked.map(call => call.replace('GET ', '')))).toBeTruthy())
  expect(result.current.pins).toBe(undefined)
})

test('a full reply is enough when it reaches beyond the corners of the view', async () => {
  const beyond = Array.from({ length: 499 }, (_, index) => placeAt(index + 2, 52.3, 5))
  const { result } = pinsAmong([farLeft, ...beyond])
  await waitFor(() => expect(result.current.pins?.map(({ id }) => id)).toEqual([1]))
})

function pinsOf(points: readonly MapPoint[], at?: typeof view) {
  const { asked } = serve({})
  const { result } = renderHook(() => usePins(at, points, noFilter), {
    wrapper: ({ children }) => <QueryClientProvider client={reads}>{children}</QueryClientProvider>,
  })
  return { asked, ...result.current }
}

const point = (id: number, latitude = 52): MapPoint => ({
  ...{ latitude, longitude: 5, count: 1 },
  place: { id, name: `Place ${id}` },
})
const points = (count: number) => Array.from({ length: count }, (_, at) => point(at + 1))

test('known playgrounds in view get their pins without another read, and those outside are not counted', () => {
  const { asked, seen, pins } = pinsOf(
    [point(1), point(2, 52.2), { ...center, count: 0, place: { id: 3, name: 'C' } }],
    view,
  )
  expect({ seen, pins }).toEqual({
    seen: { certain: 1, unknown: 0, isEstimate: false },
    pins: [
      { id: 1, name: 'Place 1', latitude: 52, longitude: 5 },
      { id: 3, name: 'C', latitude: 52, longitude: 5 },
    ],
  })
  expect(asked).toEqual([])
  expect(pinsOf(points(3))).toMatchObject({ seen: { certain: 0 }, pins: [] })
})

test('a playground of which nobody knows whether it fits has a pin that says so, and is counted apart', () => {
  const perhaps = { ...center, count: 0, unknown: 1, place: { id: 3, name: 'C' } }
  const { seen, pins } = pinsOf([point(1), perhaps], view)
  expect(seen).toEqual({ certain: 1, unknown: 1, isEstimate: false })
  expect(pins?.map(({ id, certain }) => [id, certain])).toEqual([
    [1, undefined],
    [3, false],
  ])
})

test.each([
  [150, 11, true],
  [151, 11, false],
  [151, 17, false],
  [151, 18, true],
  [151, 19, true],
])('each of %i playgrounds at zoom %i has its own pin: %s', (count, zoom, haveOne) => {
  const { asked, pins } = pinsOf(points(count), { ...view, zoom })
  expect(pins?.length).toBe(haveOne ? count : undefined)
  expect(asked).toEqual([])
})

test('too many playgrounds of which only the number is known are not read one by one', () => {
  const { asked, seen, pins } = pinsOf([{ ...center, count: 151, isEstimate: true, place: undefined }], view)
  expect(asked).toEqual([])
  expect({ seen, pins }).toEqual({ seen: { certain: 151, unknown: 0, isEstimate: true }, pins: undefined })
})

const all = 'GET /api/places/search?type=playground'

type Drawn = Pick<ReturnType<typeof usePoints>, 'points' | 'isLoading' | 'hasFailed'>

type Drawing = { at?: typeof view | undefined; features: string | undefined; onDraw: (drawn: Drawn) => void }

function Drawing({ at, features, onDraw }: Drawing) {
  const { points, isLoading, hasFailed } = usePoints(
    at,
    useMemo(() => ({ features }), [features]),
  )
  onDraw({ points, isLoading, hasFailed })
  return null
}

function pointsFor(handlers: Handlers, features?: string) {
  const { asked } = serve(handlers)
  const drawn: Drawn[] = []
  render(
    <QueryClientProvider client={reads}>
      <Drawing at={view} features={features} onDraw={one => drawn.push(one)} />
    </QueryClientProvider>,
  )
  return { asked, last: () => drawn.at(-1) }
}

const tile = (call: string) => call.startsWith('GET /api/map/')

const world = 'GET /api/map/0/0/0?type=playground'
const counted = (count: number) => () => ok({ cells: [{ ...center, count }], places: [] })

test('up to 500 playgrounds are read in one call, and those with the chosen features and a position are drawn', async () => {
  const places = [
    placeAt(1, 52, 5),
    { ...placeAt(2, 52.01, 5), features: ['benches'] },
    { ...placeAt(3, 0, 0), name: 'Nobody knows where' },
  ]
  const { asked, last } = pointsFor({ [world]: counted(3), [all]: () => ok(places) }, 'waterGames,benches')
  await waitFor(() => expect(last()?.isLoading).toBe(false))
  expect(last()?.points.map(({ place }) => place?.id)).toEqual([1])
  expect(asked).toEqual([world, all])
})

test('beyond 500 playgrounds the tiles in view are read, and the list is not', async () => {
  const inAnyTile = new Proxy<Handlers>({}, { get: (_, at) => (tile(String(at)) ? counted(900) : undefined) })
  const { asked, last } = pointsFor(inAnyTile)
  await waitFor(() => expect(last()?.points.length).toBeGreaterThan(0))
  expect(last()?.points.every(({ count }) => count === 900)).toBe(true)
  await act(() => reads.invalidateQueries())
  expect(asked.every(tile)).toBe(true)
  expect(asked.filter(call => call === world)).toHaveLength(1)
})

test('numbers that the server has estimated are drawn as estimates', async () => {
  const estimated = () => ok({ cells: [{ ...center, count: 4816, unknown: 32 }], places: [], isEstimate: true })
  const inAnyTile = new Proxy<Handlers>({}, { get: (_, at) => (tile(String(at)) ? estimated : undefined) })
  const { last } = pointsFor(inAnyTile)
  await waitFor(() => expect(last()?.isLoading).toBe(false))
  expect(last()?.points).toContainEqual({ ...center, count: 4816, unknown: 32, isEstimate: true, place: undefined })
})

test('a full list counts too, since it may contain places without a position, which no tile counts', async () => {
  const many = Array.from({ length: 500 }, (_, index) => placeAt(index + 1, 52, 5))
  const { asked } = pointsFor({ [world]: counted(3), [all]: () => ok(many) })
  await waitFor(() => expect(asked.filter(call => tile(call) && call !== world)).not.toEqual([]))
  await act(() => reads.invalidateQueries())
  expect(asked.filter(call => call === all)).toHaveLength(1)
})

test.each([
  [499, 499, false],
  [500, 3, true],
  [3, 500, true],
])('with %i playgrounds counted and %i listed, the tiles are read: %s', async (count, length, inTiles) => {
  const listed = Array.from({ length }, (_, index) => placeAt(index + 1, 52, 5))
  const tiles = new Proxy<Handlers>(
    { [world]: counted(count), [all]: () => ok(listed) },
    { get: (known, at) => known[String(at)] ?? (tile(String(at)) ? counted(1) : undefined) },
  )
  const { asked, last } = pointsFor(tiles)
  await waitFor(() => expect(last()?.isLoading).toBe(false))
  await waitFor(() => expect(asked.some(call => tile(call) && call !== world)).toBe(inTiles))
  expect(last()?.hasFailed).toBe(false)
  expect(last()?.points.some(({ place }) => !place)).toBe(inTiles)
})

test('a tile that cannot be read is reported, and nothing is drawn before all have been', async () => {
  const { last } = pointsFor({ [world]: counted(900) })
  await waitFor(() => expect(last()?.hasFailed).toBe(true))
  expect(last()?.points).toEqual([])
})

test('no tile is read until the map has a size', async () => {
  const drawn: Drawn[] = []
  const { asked } = serve({ [world]: counted(900) })
  render(
    <QueryClientProvider client={reads}>
      <Drawing features={undefined} onDraw={one => drawn.push(one)} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).toEqual([world]))
  await waitFor(() => expect(reads.isFetching()).toBe(0))
  expect(drawn.at(-1)).toEqual({ points: [], isLoading: true, hasFailed: false })
})

test('a list that cannot be read again stays on the map', async () => {
  const handlers: Handlers = { [world]: counted(1), [all]: () => ok([placeAt(1, 52, 5)]) }
  const { asked, last } = pointsFor(handlers)
  await waitFor(() => expect(last()?.points).toHaveLength(1))
  handlers[all] = () => refused(503, 'server.unavailable', 'Even geduld.')
  await act(() => reads.invalidateQueries())
  expect(last()?.points).toHaveLength(1)
  expect(asked.filter(call => tile(call) && call !== world)).toEqual([])
})

test('when the list of playgrounds cannot be read, the tiles are tried', async () => {
  const { asked } = pointsFor({ [all]: () => refused(503, 'server.unavailable', 'Even geduld.') })
  await waitFor(() => expect(asked.some(tile)).toBe(true))
})
