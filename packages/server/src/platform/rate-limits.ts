import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from './bus/redis.ts'
import type { Config } from './config.ts'
import { Problem } from './problem.ts'

/** At most so many times in so many seconds; several windows may hold at once. */
export interface RateLimit {
  name: string
  windows: readonly { times: number; seconds: number }[]
}

const minute = 60
const hour = 3600
const day = 24 * hour

/** The limits of safety 7, per user or per address as their callers say. */
export const rateLimits = {
  apiPerUser: { name: 'api-user', windows: [{ times: 600, seconds: minute }] },
  apiPerAddress: { name: 'api-address', windows: [{ times: 1200, seconds: minute }] },
  failedLoginsPerAddress: { name: 'failed-logins', windows: [{ times: 50, seconds: 15 * minute }] },
  registrations: { name: 'registrations', windows: [{ times: 20, seconds: hour }] },
  uploads: { name: 'uploads', windows: [{ times: 30, seconds: hour }] },
  visitorUploads: { name: 'visitor-uploads', windows: [{ times: 10, seconds: hour }] },
  playdatesCreated: {
    name: 'playdates-created',
    windows: [
      { times: 30, seconds: minute },
      { times: 100, seconds: day },
    ],
  },
  placesWritten: {
    name: 'places-written',
    windows: [
      { times: 20, seconds: minute },
      { times: 100, seconds: day },
    ],
  },
  favorites: { name: 'favorites', windows: [{ times: 120, seconds: minute }] },
  userLists: { name: 'user-lists', windows: [{ times: 60, seconds: minute }] },
  profileViews: {
    name: 'profile-views',
    windows: [
      { times: 120, seconds: minute },
      { times: 1000, seconds: day },
    ],
  },
  exports: { name: 'exports', windows: [{ times: 5, seconds: hour }] },
  emailChanges: { name: 'email-changes', windows: [{ times: 10, seconds: hour }] },
  neighbourhoods: { name: 'neighbourhoods', windows: [{ times: 5, seconds: day }] },
  passwordChanges: { name: 'password-changes', windows: [{ times: 10, seconds: hour }] },
  passwordResets: { name: 'password-resets', windows: [{ times: 10, seconds: hour }] },
  confirmationsAsked: { name: 'confirmations-asked', windows: [{ times: 3, seconds: hour }] },
  mailsPerAccount: { name: 'mails-account', windows: [{ times: 3, seconds: hour }] },
  chatsStarted: {
    name: 'chats-started',
    windows: [
      { times: 10, seconds: minute },
      { times: 60, seconds: day },
    ],
  },
  chatsStartedByNewcomer: { name: 'chats-started-newcomer', windows: [{ times: 20, seconds: day }] },
  messages: { name: 'messages', windows: [{ times: 20_000, seconds: day }] },
  weather: {
    name: 'weather',
    windows: [
      { times: 20, seconds: minute },
      { times: 300, seconds: day },
    ],
  },
  reports: { name: 'reports', windows: [{ times: 30, seconds: day }] },
  visitorReports: { name: 'visitor-reports', windows: [{ times: 5, seconds: day }] },
  joins: { name: 'joins', windows: [{ times: 60, seconds: minute }] },
} as const satisfies Record<string, RateLimit>

/** Counts calls and refuses what is too often with 429 and `Retry-After`. */
export interface RateLimiter {
  /** Counts one call of `key`; throws `request.tooOften` past the limit. */
  consume(limit: RateLimit, key: string | number): Promise<void>
  /** Takes one call back that was counted. */
  giveBack(limit: RateLimit, key: string | number): Promise<void>
}

/**
 * A limiter that counts for all nodes in Redis, and in this process without one or while it is away (safety S31).
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
    async consume(limit, key) {
      for (const limiter of of(limit)) {
        await limiter.consume(key).catch((refused: unknown) => {
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
