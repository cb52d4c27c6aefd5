import type { Config } from '../config.ts'
import { createFairQueue, type Who } from '../fair-queue/fair-queue.ts'
import { Problem } from '../problem.ts'
import { version } from '../version.ts'
import type { TileAddress } from './tile-address.ts'
import type { KeptTile, TileStore } from './tile-store.ts'

/** The minimum that OpenStreetMap's tile policy requires. */
export const freshMs = 7 * 24 * 3600_000
const answerMs = 8000
const mostBytes = 1_000_000
/** How servers say that there is no such tile. */
const hasNone: ReadonlySet<number> = new Set([204, 404, 410])
/** After a failure, no tile is requested for a while, or for as long as the server says. */
const pauseMs = { usual: 5000, most: 600_000 }

type Proxied = KeptTile | 'unknown'
/** What is kept of a tile that the other server does not have. */
const nothing = new Uint8Array()
/** How long no tile is requested. */
interface Failed {
  pauseMs: number
}

/** Pictures of a third-party map, fetched on behalf of all visitors and cached for a week. */
export interface TileProxy {
  /** Throws `server.unavailable` if the other server does not reply and nothing is cached. */
  find(tile: TileAddress, who: Who): Promise<Proxied>
}

type Parts = Pick<Config, 'tileUrl' | 'publicUrl' | 'contactEmail'> & {
  store: TileStore
  now?: () => number
}

export function createTileProxy({ tileUrl, publicUrl, contactEmail, store, now = Date.now }: Parts): TileProxy {
  const headers = {
    // The policy requires an address at which the operator can be reached.
    'user-agent': `Papadag/${version} (${[publicUrl, contactEmail].filter(Boolean).join('; ')})`,
    accept: 'image/*',
    ...(publicUrl && { referer: `${publicUrl}/` }),
  }
  const turns = createFairQueue({
    atOnce: 6,
    atOncePerUser: 4,
    waitingPerUser: 60,
    waiting: 300,
    waitMs: 10_000,
    refuse: () => busy(),
  })
  const underWay = new Map<string, Promise<Proxied>>()
  let pausedUntilMs = 0

  async function ask(tile: TileAddress, kept: KeptTile | undefined): Promise<Proxied> {
    if (now() < pausedUntilMs) return kept ?? unavailable(pausedUntilMs - now())
    const got = await fetched(tile, kept).catch((): Failed => ({ pauseMs: pauseMs.usual }))
    if (got === 'unknown' || 'bytes' in got) return got
    pausedUntilMs = now() + got.pauseMs
    return kept ?? unavailable(got.pauseMs)
  }

  async function fetched(tile: TileAddress, kept: KeptTile | undefined): Promise<Proxied | Failed> {
    const response = await fetch(addressOf(tileUrl, tile), {
      headers: { ...headers, ...(kept?.etag && { 'if-none-match': kept.etag }) },
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
    if (response.status === 304 && kept) {
      store.confirm(tile, now())
      return { ...kept, fetchedAtMs: now() }
    }
    if (hasNone.has(response.status)) {
      store.put(tile, { bytes: nothing, type: '', etag: '', fetchedAtMs: now() })
      return 'unknown'
    }
    const askedMs = Number(response.headers.get('retry-after')) * 1000
    if (response.status !== 200) return { pauseMs: askedMs > 0 ? Math.min(askedMs, pauseMs.most) : pauseMs.usual }
    const bytes = await bodyOf(response)
    const type = bytes && pictureType(bytes)
    if (!type) return { pauseMs: pauseMs.usual }
    const found = { bytes, type, etag: (response.headers.get('etag') ?? '').slice(0, 200), fetchedAtMs: now() }
    store.put(tile, found)
    return found
  }

  return {
    async find(tile, who) {
      const stored = store.get(tile)
      const kept = stored && stored.bytes.length > 0 ? stored : undefined
      if (stored && now() - stored.fetchedAtMs < freshMs) return kept ?? 'unknown'
      const key = `${tile.z}/${tile.x}/${tile.y}`
      const asked = underWay.get(key) ?? turns.take(who, () => ask(tile, kept)).finally(() => void underWay.delete(key))
      underWay.set(key, asked)
      return asked
    },
  }
}

const busy = () => new Problem('server.unavailable', { retryAfterS: 10 })

function unavailable(ms: number): never {
  throw new Problem('server.unavailable', { retryAfterS: Math.ceil(ms / 1000) })
}

function addressOf(template: string, { z, x, y }: TileAddress): string {
  return template.replace('{s}', 'a').replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
}

/** Undefined for a body that is too long. */
async function bodyOf(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop ends the transfer.
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Recognised by its content: no header of the other server is passed on to the browser. */
function pictureType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : undefined
}
