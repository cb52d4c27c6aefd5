import type { MapTile } from '@papadag/contract/places/map'
import type { Place, PlaceDetail } from '@papadag/contract/places/places'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPlace } from '../../../../testing/a-place.ts'
import { standInForCaches } from '../../../../testing/caches-stand-in.ts'
import { answerFromOfflineMap } from './answers.ts'
import { deleteOfflineMap, isOnWifi, isStale, readOfflineMap } from './offline-map.ts'
import { NoRoom, NotOnMap, saveMap, tilesAround } from './save-map.ts'

const center = { latitude: 52.09, longitude: 5.12 }
const own = { version: 'v1', minZoom: 0, maxZoom: 14, bounds: { west: 4, south: 51, east: 6, north: 53 } }
const wip = aPlace({ id: 1, name: 'Café de Wíp', address: 'Dam 1, Utrecht', latitude: 52.091, longitude: 5.121 })
const swing = aPlace({ id: 2, name: 'De Schommel', latitude: 52.12, longitude: 5.12, features: [] })

let bounds = own.bounds
let stored: ReturnType<typeof standInForCaches>
/** Bytes of each tile, or a status that it answers. */
let tiles: (at: string) => number | Response
const asked: string[] = []

function serveMap(version = 'v1') {
  asked.length = 0
  vi.stubGlobal('fetch', async (at: string, { signal }: RequestInit = {}) => {
    signal?.throwIfAborted()
    asked.push(at)
    if (at === '/api/env') {
      return Response.json({
        OPEN_WEATHER_API_KEY: null,
        tileUrl: '',
        tileAttribution: null,
        map: { ...own, bounds, version },
      })
    }
    if (at.startsWith('/api/places/nearby')) return Response.json([wip, swing])
    const tile = tiles(at)
    return typeof tile === 'number' ? new Response(new Uint8Array(tile)) : tile
  })
}

beforeEach(() => {
  stored = standInForCaches()
  tiles = () => 1000
  bounds = own.bounds
  serveMap()
})
afterEach(() => vi.unstubAllGlobals())

const save = (signal = new AbortController().signal, onProgress = (_: number) => {}) =>
  saveMap(1, center, signal, onProgress)
const answer = async <T>(at: string, userId = 1) => (await answerFromOfflineMap(at, userId))?.answer as T | undefined

test('the tiles within five kilometres are saved, the coarse and the near ones first', () => {
  const all = tilesAround(center, own)
  expect(all.slice(0, 2)).toEqual([
    { z: 0, x: 0, y: 0 },
    { z: 1, x: 1, y: 0 },
  ])
  const deepest = all.filter(({ z }) => z === 14)
  // Ten kilometres are 6.7 tiles of this zoom here, which touch seven or eight.
  expect(deepest.length).toBeGreaterThanOrEqual(49)
  expect(deepest.length).toBeLessThanOrEqual(64)
  expect(deepest[0]).toEqual({ z: 14, x: 8425, y: 5405 })
  const small = { ...own, bounds: { west: 5.11, south: 52.08, east: 5.12, north: 52.09 } }
  expect(tilesAround(center, small).filter(({ z }) => z === 14).length).toBeLessThanOrEqual(4)
  for (const [latitude, longitude] of [
    [48, 5],
    [54, 5],
    [52, 3],
    [52, 7],
  ] as const)
    expect(tilesAround({ latitude, longitude }, own)).toEqual([])
  const bounds = { west: 5.11, south: 52.08, east: 5.12, north: 52.09 }
  expect(tilesAround(center, { ...own, bounds: { ...bounds, east: bounds.west } })).toEqual([])
  expect(tilesAround(center, { ...own, bounds: { ...bounds, north: bounds.south } })).toEqual([])
})

test('offline, the saved map answers with its tiles, lists, searches and places', async () => {
  const shares: number[] = []
  const kept = await save(undefined, share => shares.push(share))
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(kept).toMatchObject({ bytes: shares.length * 1000, isCut: false, places: [wip, swing] })
  expect([...(stored.get('offline-map-1')?.keys() ?? [])]).toContain('/tiles/v1/14/8425/5405.mvt')

  const names = (places: readonly { name: string }[] | undefined) => places?.map(({ name }) => name)
  const type = 'type=playground'
  expect(await answer('/api/env')).toMatchObject({ map: own })
  expect(names(await answer(`/api/places/search?${type}`))).toEqual([wip.name, swing.name])
  expect(names(await answer(`/api/places/search?${type}&q=cafe utrecht`))).toEqual([wip.name])
  expect(names(await answer(`/api/places/search?${type}&q=rotterdam`))).toEqual([])
  expect(names(await answer(`/api/places/search?${type}&q=de&limit=1`))).toEqual([wip.name])
  const near = await answer<Place[]>(`/api/places/nearby?latitude=52.12&longitude=5.12&${type}&radius=5000`)
  expect(near?.map(({ name, distance }) => [name, Math.round(distance ?? -1)])).toEqual([
    [swing.name, 0],
    [wip.name, 3225],
  ])
  expect(names(await answer(`/api/places/nearby?latitude=52.12&longitude=5.12&${type}&radius=3000`))).toEqual([
    swing.name,
  ])
  expect(names((await answer<MapTile>(`/api/map/14/8425/5405?${type}`))?.places)).toEqual([wip.name])
  expect(names((await answer<MapTile>(`/api/map/14/8420/5400?${type}`))?.places)).toEqual([])
  expect(names((await answer<MapTile>(`/api/map/0/0/0?${type}&features=benches`))?.places)).toEqual([wip.name])
  expect(await answer<PlaceDetail>('/api/places/2')).toMatchObject({ name: swing.name, mayEdit: false })
})

test('offline, the saved map does not answer about other places, restaurants or another user', async () => {
  await save()
  expect(await answer('/api/places/3')).toBeUndefined()
  expect(await answer('/api/places/search?type=restaurant')).toBeUndefined()
  expect(await answer('/api/places/search')).toBeUndefined()
  expect(await answer('/api/places?type=playground')).toBeUndefined()
  expect(await answer('/api/chats')).toBeUndefined()
  expect(await answer('/api/env', 2)).toBeUndefined()
  await deleteOfflineMap(1)
  expect(await answer('/api/env')).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('a tile that fails saves nothing the first time, and later keeps what was saved before', async () => {
  tiles = at => (at.includes('/14/') ? new Response(null, { status: 503 }) : 1000)
  await expect(save()).rejects.toThrow('503')
  expect(stored.size).toBe(0)

  tiles = () => 1000
  const before = await save()
  const addresses = () => [...(stored.get('offline-map-1')?.keys() ?? [])]
  const whole = addresses()
  serveMap('v2')
  tiles = at => (at.endsWith('/14/8425/5405.mvt') ? new Response(null, { status: 503 }) : 1000)
  await expect(save()).rejects.toThrow('503')
  expect(await readOfflineMap(1)).toEqual(before)
  const soFar = asked.length
  await new Promise(done => setTimeout(done))
  expect(asked, 'nothing is fetched any more').toHaveLength(soFar)
  expect(addresses(), 'half of a newer map would fill the device').toEqual(whole)
})

test('a newer map replaces the older one’s tiles, and the same map is not fetched again', async () => {
  await save()
  serveMap()
  await save()
  expect(asked.filter(at => at.startsWith('/tiles/'))).toEqual([])
  serveMap('v2')
  await save()
  const addresses = [...(stored.get('offline-map-1')?.keys() ?? [])]
  expect(addresses.filter(at => at.startsWith('/tiles/v1/'))).toEqual([])
  expect(addresses).toContain('/tiles/v2/14/8425/5405.mvt')
})

test('the kept map is filtered by what is known, and answers nothing to a filter that it does not know', async () => {
  const known = <Value>(value: Value) => ({ value, source: 'osm' as const, agreed: 0, at: '2026-11-01' })
  vi.stubGlobal('fetch', async (at: string) => {
    if (at === '/api/env') return Response.json({ map: own })
    const fenced = { ...swing, facts: { fence: known('whole') } }
    const unknown = { ...wip, facts: undefined }
    const open = aPlace({ id: 3, latitude: 52.1, longitude: 5.12, facts: { fence: known('none') } })
    return at.startsWith('/api/places/nearby')
      ? Response.json([unknown, fenced, open])
      : new Response(new Uint8Array(9))
  })
  await save()
  const query = 'type=playground&facts=fence%3Awhole'
  const near = await answer<Place[]>(`/api/places/nearby?${query}&latitude=52.09&longitude=5.12`)
  expect(near?.map(({ id, certain }) => [id, certain])).toEqual([
    [2, true],
    [1, false],
  ])
  expect(await answer(`/api/places/count?${query}`)).toEqual({ certain: 1, unknown: 1 })
  const tile = await answer<MapTile>(`/api/map/0/0/0?${query}`)
  expect(tile?.places.map(({ id, certain }) => [id, certain])).toEqual([
    [1, false],
    [2, true],
  ])
  expect(await answer('/api/places/count?type=playground&facts=rocket%3Ayes')).toBeUndefined()
})

test('what was wrong with a kept playground is over after its last day', async () => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const broken = (id: number, until: string) =>
    aPlace({
      ...{ id, latitude: 52.1, longitude: 5.12 },
      state: { id, kind: 'broken', text: null, since: day(-20), until, imageUrl: null, confirmations: 0 },
    })
  vi.stubGlobal('fetch', async (at: string) => {
    if (at === '/api/env') return Response.json({ map: own })
    return at.startsWith('/api/places/nearby')
      ? Response.json([broken(1, day(0)), broken(2, day(-1))])
      : new Response(new Uint8Array(9))
  })
  await save()
  const fine = await answer<Place[]>('/api/places/search?type=playground&facts=state%3Anone')
  expect(fine?.map(({ id, state }) => [id, state])).toEqual([[2, null]])
  expect((await answer<PlaceDetail>('/api/places/1'))?.state).toMatchObject({ kind: 'broken' })
  expect((await answer<PlaceDetail>('/api/places/2'))?.state).toBeNull()
})

test('at most 20 MB are saved, the nearest first, and the card says that there was more', async () => {
  tiles = () => 1_000_000
  const { bytes, isCut } = await save()
  expect({ bytes, isCut }).toEqual({ bytes: 20_000_000, isCut: true })
})

const isDeep = (at: string) => at.includes('/14/')
test.each<
  [
    what: string,
    area: Partial<typeof bounds>,
    tiles: (at: string) => number | Response,
    is: 'whole' | 'a part' | 'nowhere',
  ]
>([
  ['lies well inside', {}, () => 1000, 'whole'],
  ['has places without a street', {}, at => (at.endsWith('/14/8425/5405.mvt') ? 1000 : 0), 'whole'],
  ['lies on its western edge', { west: 5.12 }, () => 1000, 'a part'],
  ['lies on its northern edge', { north: 52.1 }, () => 1000, 'a part'],
  ['lies just beside it', { east: 5.1 }, () => 1000, 'a part'],
  [
    'has a tile that is not there',
    {},
    at => (at.endsWith('/14/8425/5405.mvt') ? new Response(null, { status: 404 }) : 1000),
    'a part',
  ],
  ['lies beside it', { south: 52.5 }, () => 1000, 'nowhere'],
  ['has only tiles that are not there', {}, () => new Response(null, { status: 404 }), 'nowhere'],
  ['has only empty tiles', {}, () => new Response(null, { status: 204 }), 'nowhere'],
  ['is there only far away', {}, at => (isDeep(at) ? 0 : 1000), 'nowhere'],
])('saving a neighbourhood that %s saves no more than the map has', async (_, area, answers, is) => {
  const before = await save()
  bounds = { ...own.bounds, ...area }
  tiles = answers
  serveMap('v2')
  if (is === 'nowhere') {
    await expect(save()).rejects.toThrow(NotOnMap)
    expect(await readOfflineMap(1)).toEqual(before)
    await deleteOfflineMap(1)
    await expect(save()).rejects.toThrow(NotOnMap)
    expect(stored.size).toBe(0)
  } else expect((await save()).isPart).toBe(is === 'a part')
})

test('without room nothing is requested, and a full disk counts as no room', async () => {
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 30_000_000, usage: 10_000_001 }) } })
  await expect(save()).rejects.toThrow(NoRoom)
  expect(asked).toEqual(['/api/env'])
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 30_000_000, usage: 10_000_000 }) } })
  await save()
  vi.stubGlobal('navigator', {})
  const { open } = caches
  Object.assign(caches, {
    open: async (name: string) => ({
      ...(await open(name)),
      put: async () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }),
  })
  await deleteOfflineMap(1)
  await expect(save()).rejects.toThrow(NoRoom)
  expect(stored.size).toBe(0)
})

test('stopping saves nothing', async () => {
  const controller = new AbortController()
  await expect(save(controller.signal, share => share > 0.5 && controller.abort())).rejects.toThrow()
  expect(stored.size).toBe(0)
})

test('a saved map is out of date after a month or with a new map, and is fetched without asking only on Wi-Fi', async () => {
  const kept = await save()
  const day = 86_400_000
  expect(isStale({ ...kept, savedAtMs: Date.now() - 29 * day }, 'v1')).toBe(false)
  expect(isStale({ ...kept, savedAtMs: Date.now() - 31 * day }, 'v1')).toBe(true)
  expect(isStale(kept, 'v2')).toBe(true)
  vi.spyOn(Date, 'now').mockReturnValue(kept.savedAtMs + 30 * day)
  expect(isStale(kept, 'v1')).toBe(false)
  vi.spyOn(Date, 'now').mockReturnValue(kept.savedAtMs + 30 * day + 1)
  expect(isStale(kept, 'v1')).toBe(true)
  vi.restoreAllMocks()
  for (const [connection, is] of [
    [{ type: 'wifi' }, true],
    [{ type: 'ethernet' }, true],
    [{ type: 'wifi', saveData: true }, false],
    [{ type: 'cellular' }, false],
    [{}, false],
    [undefined, false],
  ] as const) {
    vi.stubGlobal('navigator', { connection })
    expect(isOnWifi()).toBe(is)
  }
})

test('a browser without caches has saved nothing', async () => {
  vi.stubGlobal('caches', undefined)
  expect(await readOfflineMap(1)).toBeUndefined()
})
