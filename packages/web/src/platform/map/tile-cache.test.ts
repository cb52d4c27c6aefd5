import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { feature, layer, line, ring, tile } from './testing.ts'
import { createTileCache } from './tile-cache.ts'

const bytes = tile(layer('streets', [feature('line', { kind: 'primary' }, line(1, 2, 3, 4, 5, 6))]))
const at = (x: number) => ({ z: 14, x, y: 1 })

let path: string[] = []
beforeEach(() => {
  path = []
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo(...to: number[]) {
        path.push(`move ${to}`)
      }
      lineTo(...to: number[]) {
        path.push(`line ${to}`)
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('a tile is loaded once while it is cached, and ready when it has come', async () => {
  const load = vi.fn(async () => bytes)
  const tiles = createTileCache('v1', load)
  const first = tiles.want(at(1))
  expect(tiles.get(at(1))).toBeUndefined()
  expect(tiles.want(at(1))).toBe(first)
  await first
  expect([...(tiles.get(at(1))?.lines.keys() ?? [])]).toEqual(['primary'])
  expect(path).toEqual(['move 1,2', 'line 3,4', 'line 5,6'])
  expect(tiles.want(at(1))).toBeUndefined()
  expect(load.mock.calls).toEqual([['v1', at(1)]])
  expect(tiles.get({ z: 14, x: 1, y: 2 })).toBeUndefined()
})

test('a few shapes share a path, and a hole stays with what is around it', async () => {
  const made: number[] = []
  vi.stubGlobal(
    'Path2D',
    class {
      constructor() {
        made.push(0)
      }
      moveTo() {
        made.push((made.pop() ?? 0) + 1)
      }
      lineTo() {}
    },
  )
  const square = ring(0, 0, 10, 0, 10, 10, 0, 10)
  const park = (rings: number) => feature('area', { kind: 'park' }, Array.from({ length: rings }, () => square).flat())
  const tiles = createTileCache('v1', async () =>
    tile(layer('land', [...Array.from({ length: 10 }, () => park(1)), park(30), park(1)])),
  )
  await tiles.want(at(1))
  // 5 points each; a shape that fills the path is its last.
  expect(made).toEqual([9, 31, 1])
  expect(tiles.get(at(1))?.areas.get('grass')).toHaveLength(3)
})

test('a tile that failed is requested again', async () => {
  const load = vi.fn(async () => bytes).mockRejectedValueOnce(new Error('offline'))
  const tiles = createTileCache('v1', load)
  await expect(tiles.want(at(1))).rejects.toThrow('tile')
  await tiles.want(at(1))
  expect(tiles.get(at(1))).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('the 48 tiles that were shown last are kept', async () => {
  const tiles = createTileCache('v1', async () => bytes)
  for (let x = 1; x <= 48; x += 1) await tiles.want(at(x))
  void tiles.want(at(1))
  await tiles.want(at(49))
  const isThere = (x: number) => tiles.get(at(x)) !== undefined
  expect([1, 2, 3, 49].map(isThere)).toEqual([true, false, true, true])
})

const body = (...chunks: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream({
    start(to) {
      for (const chunk of chunks) to.enqueue(chunk)
      to.close()
    },
  })
const answers = (answer: () => Response) => {
  const asked = vi.fn(async (_address: string, _options?: RequestInit) => answer())
  vi.stubGlobal('fetch', asked)
  return asked
}
const wanted = async () => {
  const tiles = createTileCache('v1')
  await tiles.want(at(1))
  return [...(tiles.get(at(1))?.lines.keys() ?? ['nothing'])]
}

test('a tile comes from the server in parts, and the request carries no cookies', async () => {
  const parts = [Uint8Array.from(bytes.slice(0, 9)), Uint8Array.from(bytes.slice(9))]
  const asked = answers(() => new Response(body(...parts)))
  expect(await wanted()).toEqual(['primary'])
  expect(asked.mock.calls[0]?.[0]).toBe('/tiles/v1/14/1/1.mvt')
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit' })
})

test.each([
  ['nothing is there', () => new Response(null, { status: 204 })],
  ['it lies outside the map', () => new Response('no', { status: 404 })],
  ['it is far too large', () => new Response(body(new Uint8Array(4_000_000), new Uint8Array(1)))],
])('a tile is empty where %s', async (_, answer) => {
  answers(answer)
  expect(await wanted()).toEqual([])
})

test('a tile with any other status fails', async () => {
  answers(() => new Response('busy', { status: 503 }))
  await expect(wanted()).rejects.toThrow('tile')
})

test('a kept tile needs no network, and a browser that denies its caches loads it from the server', async () => {
  const asked = answers(() => new Response(null, { status: 204 }))
  vi.stubGlobal('caches', { match: async () => new Response(Uint8Array.from(bytes)) })
  expect(await wanted()).toEqual(['primary'])
  expect(asked).not.toHaveBeenCalled()
  vi.stubGlobal('caches', { match: async () => Promise.reject(new Error('denied')) })
  expect(await wanted()).toEqual([])
  expect(asked).toHaveBeenCalledOnce()
})
