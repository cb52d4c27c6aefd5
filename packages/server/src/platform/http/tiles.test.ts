import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { environment } from '@papadag/contract/weather/weather'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installMap } from '../../features/map/install.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
import { localServer } from '../../testing/outside-stand-in.ts'
import { world } from '../../testing/world.ts'
import { utrecht, vectorTile } from '../../testing/write-map-file.ts'

const plain = vectorTile(['land', 'streets'])

async function withMap(tiles = utrecht()) {
  const folder = emptyFolder()
  const metadata = { bounds: '5.1,52.03,5.2,52.11' }
  const map = installMap({ file: mapFile({ metadata, tiles }), folder })
  const here = await world({ env: { MAP_DIR: folder } })
  const at = (path: string, headers: Record<string, string> = {}) => fetch(`${here.origin}/tiles/${path}`, { headers })
  return { ...here, folder, map, at }
}

test('a tile is sent as stored, may be cached for ever by anybody, and needs no session', async () => {
  const { map, at } = await withMap()
  const answer = await at(`${map.version}/14/8424/5404.mvt`, { 'accept-encoding': 'gzip' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(plain)
})

test.each(['identity', 'gzip;q=0', '*;q=0'])('a browser that accepts %s gets the tile uncompressed', async accepted => {
  const { map, at } = await withMap()
  const answer = await at(`${map.version}/14/8424/5404.mvt`, { 'accept-encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(plain)
})

test('a place without a tile is cached as empty for ever, and one outside the map does not exist', async () => {
  const { map, at } = await withMap(utrecht().filter(({ x, y }) => x !== 8424 || y !== 5404))
  const empty = await at(`${map.version}/14/8424/5404.mvt`)
  expect(empty.status).toBe(204)
  expect(empty.headers.get('cache-control')).toContain('immutable')
  expect((await at(`${map.version}/14/0/0.mvt`)).status).toBe(404)
  expect((await at(`0123456789abcdef/14/8424/5404.mvt`)).status).toBe(404)
})

test('wrong and hostile addresses never reach the database', async () => {
  const { map, at } = await withMap()
  const asked = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => asked.mockRestore())
  const { version } = map
  for (const path of [
    `${version}/14/8424/5404.png`,
    `${version}/14/8424/5404`,
    `${version}/15/8424/5404.mvt`,
    `${version}/-1/0/0.mvt`,
    `${version}/14/08424/5404.mvt`,
    `${version}/14/8424.0/5404.mvt`,
    `${version}/14/1e3/5404.mvt`,
    `${version}/14/16384/5404.mvt`,
    `${version}/2/99999999999999999999/0.mvt`,
    `${version}/14/8424/5404'%20or%201=1.mvt`,
    `..%2f..%2f${version}/14/8424/5404.mvt`,
    `${version}%00/14/8424/5404.mvt`,
    `${version.toUpperCase()}x/14/8424/5404.mvt`,
    `${'a'.repeat(400)}/14/8424/5404.mvt`,
    'map.json',
    `${version}.mbtiles`,
  ]) {
    const answer = await at(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  expect(asked).not.toHaveBeenCalled()
})

test('a map file that cannot be read gets an answer and does not crash the server', async () => {
  const { map, folder, at } = await withMap()
  writeFileSync(join(folder, `${map.version}.mbtiles`), 'damaged since')
  const answer = await at(`${map.version}/14/8424/5404.mvt`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('retry-after')).toBe('60')
})

test('browsers learn of a map that is installed while the server runs', async () => {
  const folder = emptyFolder()
  const { host } = await world({ env: { MAP_DIR: folder } })
  expect(await host.call(environment)).toMatchObject({ map: null })
  const { version } = installMap({ file: mapFile({ tiles: utrecht(gzipSync(plain)) }), folder })
  await vi.waitFor(
    async () => expect(await host.call(environment)).toMatchObject({ map: { version, maxZoom: 14 } }),
    10_000,
  )
})

test.each<[what: string, env: Record<string, string>, isBeside: boolean, named: string]>([
  ['chose no tiles', {}, false, ''],
  ['chose tiles', { TILE_URL: 'https://tiles.test/{z}/{x}/{y}.png' }, true, 'tiles.test'],
  ['fetches tiles itself', { TILE_PROXY: 'on', CONTACT_EMAIL: 'beheer@papadag.example' }, true, ''],
])(
  'in addition to the operator’s own map, other tiles are shown only if he %s, and the privacy page says so',
  async (_, env, isBeside, named) => {
    const folder = emptyFolder()
    installMap({ file: mapFile(), folder })
    const { host, origin } = await world({ env: { MAP_DIR: folder, ...env } })
    expect(await host.call(environment)).toMatchObject({ tilesBesideMap: isBeside, map: { maxZoom: 14 } })
    expect(await (await fetch(`${origin}/privacy`)).text()).toContain(`data-tile-host="${named}"`)
  },
)

/** A tile server that counts and remembers what it was asked. */
async function tileServer(answer: { status?: number; body?: Buffer; headers?: Record<string, string> } = {}) {
  const asked: { url: string | undefined; headers: Record<string, unknown> }[] = []
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
  const origin = await localServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/html', etag: '"one"', ...answer.headers })
    response.end(answer.body ?? png)
  })
  return { url: `${origin}/{z}/{x}/{y}.png`, asked, answer, png }
}

async function proxied(tiles: { url: string }) {
  const env = { TILE_PROXY: 'on', TILE_URL: tiles.url, CONTACT_EMAIL: 'beheer@papadag.example' }
  const here = await world({ env })
  return { ...here, at: (path: string, headers = {}) => fetch(`${here.origin}/tiles/raster/${path}`, { headers }) }
}

test('with TILE_PROXY, browsers contact only this server, which asks once a week and identifies itself', async () => {
  const tiles = await tileServer()
  const { host, origin, at } = await proxied(tiles)
  expect(await host.call(environment)).toMatchObject({ tileUrl: '/tiles/raster/{z}/{x}/{y}' })
  const policy = (await fetch(origin)).headers.get('content-security-policy')
  expect(policy).toContain("img-src 'self' data: blob:;")
  const answers = await Promise.all([at('13/4212/2701'), at('13/4212/2701'), at('13/4212/2701')])
  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1])).toBeGreaterThan(600_000)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(tiles.png)
  }
  expect(tiles.asked.map(({ url }) => url)).toEqual(['/13/4212/2701.png'])
  expect(tiles.asked[0]?.headers['user-agent']).toMatch(/^Papadag\/\S+ \(beheer@papadag\.example\)$/)
})

test('responses that are not pictures are not passed on, and other sites get nothing', async () => {
  const tiles = await tileServer({ body: Buffer.from('<script>alert(1)</script>') })
  const { at } = await proxied(tiles)
  expect((await at('13/4212/2701')).status).toBe(503)
  expect((await at('13/4212/2701', { 'sec-fetch-site': 'cross-site' })).status).toBe(404)
  for (const path of ['20/1/1', '13/9000/1', '13/1/x', '-1/0/0']) expect((await at(path)).status).toBe(404)
  expect(tiles.asked).toHaveLength(1)
})

test('a tile server that asks for a pause gets one', async () => {
  const tiles = await tileServer({ status: 429, headers: { 'retry-after': '120' } })
  const { at } = await proxied(tiles)
  const first = await at('13/4212/2701')
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '120'])
  expect((await at('13/4212/2702')).status).toBe(503)
  expect(tiles.asked).toHaveLength(1)
})

test('TILE_PROXY needs an address at which the operator can be reached', async () => {
  await expect(world({ env: { TILE_PROXY: 'on' } })).rejects.toThrow(/TILE_PROXY/)
})
