import { createCircuitBreaker } from '../circuit-breaker/circuit-breaker.ts'
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
/** How long the server is left alone, unless it says how long. */
const restMs = { usual: 5000, most: 600_000 }
/** How long a tile that failed is not requested, twice as long after each further failure. */
const failedMs = { first: 10_000, most: 600_000 }
const mostFailed = 10_000
/** What is requested for all visitors together: a few screens at once, and then twenty tiles a second. */
const ceiling = { atOnce: 200, eachMs: 50 }

type Proxied = KeptTile | 'unknown'
/** What is stored for a tile that the other server does not have. */
const nothing = new Uint8Array()
interface Failed {
  /** How long the server wishes not to be asked; undefined if the failure is only this tile's. */
  refusedMs: number | undefined
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

/** Asks the other server for a tile and stores what it says. */
function createSource({ tileUrl, publicUrl, contactEmail, store, now }: Required<Parts>) {
  const headers = {
    // The policy requires an address at which the operator can be reached.
    'user-agent': `Papadag/${version} (${[publicUrl, contactEmail].filter(Boolean).join('; ')})`,
    accept: 'image/*',
    ...(publicUrl && { referer: `${publicUrl}/` }),
  }
  return async function fetched(tile: TileAddress, kept: KeptTile | undefined): Promise<Proxied | Failed> {
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
    if (response.status !== 200) return { refusedMs: refusalOf(response) }
    const bytes = await bodyOf(response)
    const type = bytes && pictureType(bytes)
    if (!type) return { refusedMs: undefined }
    const found = { bytes, type, etag: (response.headers.get('etag') ?? '').slice(0, 200), fetchedAtMs: now() }
    store.put(tile, found)
    return found
  }
}

export function createTileProxy({ now = Date.now, ...parts }: Parts): TileProxy {
  const { store } = parts
  const fetched = createSource({ ...parts, now })
  const turns = createFairQueue({
    atOnce: 6,
    atOncePerUser: 4,
    waitingPerUser: 60,
    waiting: 300,
    waitMs: 10_000,
    refuse: () => busy(),
  })
  const underWay = new Map<string, Promise<Proxied>>()
  const breaker = createCircuitBreaker({ restMs: restMs.usual, now })
  const failures = createFailures(now)
  const nextPlace = createCeiling(now)

  async function fetchTile(tile: TileAddress, kept: KeptTile | undefined, who: Who): Promise<Proxied> {
    const thing = keyOf(tile)
    if (breaker.restMsOf(who) === 0) await nextPlace()
    const waitMs = breaker.restMsOf(who)
    if (waitMs > 0) return kept ?? unavailable(waitMs)
    const got = await fetched(tile, kept).catch((): Failed => ({ refusedMs: undefined }))
    if (got === 'unknown' || 'bytes' in got) {
      failures.forget(thing)
      breaker.succeeded()
      return got
    }
    failures.add(thing)
    breaker.failed({ who, thing, refusedMs: got.refusedMs })
    return kept ?? unavailable(Math.max(failures.waitMsOf(thing), breaker.restMsOf(who)))
  }

  /** What is known of a tile without asking, or else what was kept of it. */
  function lookUp(tile: TileAddress, who: Who): { known?: Proxied; kept?: KeptTile | undefined } {
    const stored = store.get(tile)
    const kept = stored && stored.bytes.length > 0 ? stored : undefined
    if (stored && now() - stored.fetchedAtMs < freshMs) return { known: kept ?? 'unknown' }
    const waitMs = Math.max(failures.waitMsOf(keyOf(tile)), breaker.restMsOf(who))
    return waitMs > 0 ? { known: kept ?? unavailable(waitMs) } : { kept }
  }

  return {
    async find(tile, who) {
      const before = lookUp(tile, who)
      if (before.known) return before.known
      // Each waits in his own turn, so that nobody's queue holds up a tile that others want too.
      return turns.take(who, async () => {
        const { known, kept } = lookUp(tile, who)
        if (known) return known
        const key = keyOf(tile)
        const asked = underWay.get(key) ?? fetchTile(tile, kept, who).finally(() => void underWay.delete(key))
        underWay.set(key, asked)
        return asked
      })
    },
  }
}

const keyOf = ({ z, x, y }: TileAddress) => `${z}/${x}/${y}`

/** How long a server that is asked too often, or is overloaded and says for how long, is left alone. */
function refusalOf({ status, headers }: Response): number | undefined {
  const askedMs = Number(headers.get('retry-after')) * 1000
  if (status !== 429 && !(status >= 500 && askedMs > 0)) return undefined
  return askedMs > 0 ? Math.min(askedMs, restMs.most) : restMs.usual
}

/** The tiles that have failed, the latest last. */
function createFailures(now: () => number) {
  const failed = new Map<string, { waitMs: number; untilMs: number }>()
  return {
    waitMsOf: (tile: string) => Math.max(0, (failed.get(tile)?.untilMs ?? 0) - now()),
    forget: (tile: string) => void failed.delete(tile),
    add(tile: string) {
      const before = failed.get(tile)
      const waitMs = before ? Math.min(before.waitMs * 2, failedMs.most) : failedMs.first
      failed.delete(tile)
      failed.set(tile, { waitMs, untilMs: now() + waitMs })
      const [oldest] = failed.keys()
      if (failed.size > mostFailed && oldest !== undefined) failed.delete(oldest)
    },
  }
}

/** Lets each request wait until it is within what may be requested altogether. */
function createCeiling(now: () => number): () => Promise<void> {
  let takenUntilMs = 0
  return async () => {
    const nowMs = now()
    takenUntilMs = Math.max(takenUntilMs, nowMs - ceiling.atOnce * ceiling.eachMs) + ceiling.eachMs
    if (takenUntilMs > nowMs) await new Promise(resolve => setTimeout(resolve, takenUntilMs - nowMs))
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
