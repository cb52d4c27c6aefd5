import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from './bus/redis.ts'
import type { Config } from './config.ts'
import { Problem } from './problem.ts'

/** At most `times` calls in `seconds`; every window applies. Features declare their limits beside their routes. */
export interface RateLimit {
  name: string
  windows: readonly { times: number; seconds: number }[]
}

/** In seconds, for the windows of limits. */
export const minute = 60
export const hour = 3600
export const day = 24 * hour

/** Counts calls and refuses those over the limit with 429 and `Retry-After`. */
export interface RateLimiter {
  /** Counts one call of `key`, or as many as it stands for; throws `request.tooOften` over the limit. */
  consume(limit: RateLimit, key: string | number, calls?: number): Promise<void>
  /** Reverts one counted call. */
  giveBack(limit: RateLimit, key: string | number): Promise<void>
}

interface Origin {
  address: string
  network: string
}

/**
 * The /48 of an IPv6 address may make as many calls as this many addresses, since all of it may belong to one visitor.
 */
const addressesPerNetwork = 10

const ofNetwork = ({ name, windows }: RateLimit): RateLimit => ({
  name: `${name}-network`,
  windows: windows.map(({ times, seconds }) => ({ times: times * addressesPerNetwork, seconds })),
})

/** Counts a visitor's call for his address and for its network, since he may have any number of addresses. */
export async function consumeOf(limiter: RateLimiter, limit: RateLimit, { address, network }: Origin): Promise<void> {
  await limiter.consume(limit, address)
  if (network !== address) await limiter.consume(ofNetwork(limit), network)
}

export async function giveBackOf(limiter: RateLimiter, limit: RateLimit, { address, network }: Origin): Promise<void> {
  await limiter.giveBack(limit, address)
  if (network !== address) await limiter.giveBack(ofNetwork(limit), network)
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
    async consume(limit, key, calls = 1) {
      for (const limiter of of(limit)) {
        await limiter.consume(key, calls).catch((refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) throw refused
          throw new Problem('request.tooOften', { retryAfterS: Math.ceil(refused.msBeforeNext / 1000) })
        })
      }
    },
    async giveBack(limit, key) {
      for (const limiter of of(limit)) await limiter.reward(key)
    },
  }
}
