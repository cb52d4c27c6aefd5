import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { limits } from '@papadag/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { deepestZoom, tileBytes } from '../map/limits.ts'
import type { Maps } from '../map/maps.ts'
import { tileAt } from '../map/tile-address.ts'
import { createTileProxy, freshMs } from '../map/tile-proxy.ts'
import { openTileStore } from '../map/tile-store.ts'
import { Problem } from '../problem.ts'
import { minute, type RateLimit, type RateLimiter } from '../rate-limits.ts'
import type { Visitor } from './address.ts'
import { encodingOf } from './encoding.ts'
import { turnAt } from './serve.ts'

/** A household that pans several maps at once requests a few hundred a minute. */
const tilesRead: RateLimit = { name: 'tiles-read', windows: [{ times: 3000, seconds: minute }] }

/** Pictures burden the server that draws them. */
const picturesRead: RateLimit = { name: 'raster-tiles', windows: [{ times: 900, seconds: minute }] }

const unzipped = promisify(gunzip)
const forever = 'public, max-age=31536000, immutable'

export interface TileParts {
  maps: Maps
  limiter: RateLimiter
  visitorOf(request: IncomingMessage): Visitor
}

/** Serves tiles of the map, without a session and identical for everybody, so that any cache may store them. */
export function serveTiles(app: FastifyInstance, { maps, limiter, visitorOf }: TileParts): void {
  let hasFailed = false
  app.get<{ Params: { version: string; z: string; x: string; y: string } }>(
    '/tiles/:version/:z/:x/:y.mvt',
    async (request, reply) => {
      await limiter.consume(tilesRead, visitorOf(request.raw))
      const { version, z, x, y } = request.params
      const tile = /^[0-9a-f]{16}$/.test(version) ? tileAt(z, x, y, deepestZoom) : undefined
      if (!tile) throw new Problem('request.unknownPath')
      try {
        const found = maps.tile(version, tile)
        hasFailed = false
        if (found.kind === 'outside') throw new Problem('request.unknownPath')
        reply.header('cache-control', forever)
        if (found.kind === 'empty') return reply.code(204).send()
        return await sendTile(found.bytes, request, reply)
      } catch (error) {
        if (error instanceof Problem) throw error
        // Logs a disk or file that cannot be read once, not for every tile.
        if (!hasFailed) request.log.error({ err: error }, 'map file')
        hasFailed = true
        throw new Problem('server.unavailable', { retryAfterS: 60 })
      }
    },
  )
}

async function sendTile(bytes: Uint8Array, request: FastifyRequest, reply: FastifyReply) {
  reply.type('application/vnd.mapbox-vector-tile').header('vary', 'accept-encoding')
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (encodingOf(request, ['gzip']) === 'gzip') return reply.header('content-encoding', 'gzip').send(stored)
  return reply.send(await unzipped(stored, { maxOutputLength: tileBytes.unpacked }))
}

/** Serves pictures of a third-party map, so that visitors contact only this server (`TILE_PROXY`). */
export function serveProxiedTiles(
  app: FastifyInstance,
  config: Config,
  { limiter, visitorOf }: Omit<TileParts, 'maps'>,
) {
  if (!config.tileProxy) return
  const store = openTileStore(join(config.dataDir, 'tiles.sqlite'))
  app.addHook('onClose', async () => store.close())
  const proxy = createTileProxy({ ...config, store })
  app.get<{ Params: { z: string; x: string; y: string } }>('/tiles/raster/:z/:x/:y', async (request, reply) => {
    const visitor = visitorOf(request.raw)
    await limiter.consume(picturesRead, visitor)
    const { z, x, y } = request.params
    const tile = tileAt(z, x, y, limits.mapMaxZoom)
    // Another site would serve its own map through this server.
    const isOfOthers = request.headers['sec-fetch-site'] === 'cross-site'
    if (!tile || isOfOthers) throw new Problem('request.unknownPath')
    const found = await proxy.find(tile, turnAt(visitor))
    if (found === 'unknown') throw new Problem('request.unknownPath')
    const freshS = Math.max(600, Math.round((found.fetchedAtMs + freshMs - Date.now()) / 1000))
    return reply
      .type(found.type)
      .header('cache-control', `public, max-age=${freshS}`)
      .send(Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength))
  })
}
