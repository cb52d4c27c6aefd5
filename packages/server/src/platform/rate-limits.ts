import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from './bus/redis.ts'
import type { Config } from './config.ts'
import type { Visitor } from './http/address.ts'
import { Problem } from './problem.ts'

/**
 * At most `times` calls in `seconds`, from a network ten times as many or `inNetwork`; every window applies. Features
 * declare their limits next to their routes.
 */
export interface RateLimit {
  name: string
  windows: readonly { times: number; seconds: number; inNetwork?: number }[]
}

/** In seconds, for the windows of limits. */
export const minute = 60
export const hour = 3600
export const day = 24 * hour

/** Who is counted: a member, something of his, or a visitor, who counts by his address and by its network. */
type Counted = number | `${string}:${number}` | Visitor

/** Counts calls and refuses those over the limit with 429 and `Retry-After`. */
export interface RateLimiter {
  /**
   * Counts one call, or as many as it stands for; throws `request.tooOften` over the limit. Calls from the operator's own
   * machine do not count.
   */
  consume(limit: RateLimit, who: Counted, calls?: number): Promise<void>
  /** Reverts one counted call. */
  giveBack(limit: RateLimit, who: Counted): Promise<void>
}

/**
 * The /48 of an IPv6 address may make as many calls as this many addresses, since all of it may belong to one visitor.
 */
export const addressesPerNetwork = 10

const ofNetwork = ({ name, windows }: RateLimit): RateLimit => ({
  name: `${name}-network`,
  windows: windows.map(({ times, seconds, inNetwork }) => ({
    times: inNetwork ?? times * addressesPerNetwork,
    seconds,
  })),
})

/** What one call counts for. */
function countsOf(limit: RateLimit, who: Counted): [RateLimit, string | number][] {
  if (typeof who !== 'object') return [[limit, who]]
  if (who.isLocal) return []
  const own: [RateLimit, string] = [limit, who.address]
  return who.network === who.address ? [own] : [own, [ofNetwork(limit), who.network]]
}

/**
 * A limiter shared by all nodes through Redis, or local without Redis or while it is unavailable (safety S31).
 * `RATE_LIMIT=off` counts nothing, a number multiplies every limit.
 */
export function createRateLimiter(setting: Config['rateLimit'], redis?: Redis): RateLimiter {
  if (setting === 'off') return { consume: async () => {}, giveBack: async () => {} }
  const factor = setting === 'on' ? 1 : setting
  const limiters = new Map<string, RateLimiterAbstract[]>()
  const store = redis && {
    get isReady() {
      return redis.isReady()
    },
    eval: redis.eval,
  }

  function counter(name: string, { times, seconds }: { times: number; seconds: number }): RateLimiterAbstract {
    const options = {
      keyPrefix: `${name}:${seconds}`,
      points: Math.max(1, Math.round(times * factor)),
      duration: seconds,
    }
    const inMemory = new RateLimiterMemory(options)
    if (!store) return inMemory
    return new RateLimiterRedis({
      ...options,
      storeClient: store,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: inMemory,
    })
  }

  function of(limit: RateLimit) {
    const found = limiters.get(limit.name) ?? limit.windows.map(window => counter(limit.name, window))
    limiters.set(limit.name, found)
    return found
  }

  return {
    async consume(limit, who, calls = 1) {
      for (const [counted, key] of countsOf(limit, who)) {
        for (const limiter of of(counted)) {
          await limiter.consume(key, calls).catch((refused: unknown) => {
            if (!(refused instanceof RateLimiterRes)) throw refused
            throw new Problem('request.tooOften', { retryAfterS: Math.ceil(refused.msBeforeNext / 1000) })
          })
        }
      }
    },
    async giveBack(limit, who) {
      for (const [counted, key] of countsOf(limit, who)) {
        for (const limiter of of(counted)) await limiter.reward(key)
      }
    },
  }
}
