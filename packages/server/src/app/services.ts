import type { Render } from '@papadag/contract/route'
import type { Logger } from 'pino'
import { keepErasures } from '../domain/erasures.ts'
import { notingRefusals } from '../domain/mail-addresses.ts'
import { sessionRules } from '../domain/session-rules.ts'
import { type ChatLine, createChatLine } from '../features/chat/chat.ts'
import { createPush, type Push } from '../features/push/push.ts'
import { mailings as allMailings, type Mailings } from '../features/recovery/mailings.ts'
import { createForecasts, type Forecasts } from '../features/weather/forecast/forecasts.ts'
import { providerOf } from '../features/weather/forecast/provider.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Redis } from '../platform/bus/redis.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/db.ts'
import { renderBuilt } from '../platform/http/pages/render.ts'
import type { Ledger } from '../platform/ledger.ts'
import { createTickets, type Tickets } from '../platform/live/tickets.ts'
import { type Announcer, createAnnouncer } from '../platform/live/watching/announcer.ts'
import { createMailer, type Mailer } from '../platform/mail.ts'
import { type Maps, openMaps } from '../platform/map/maps.ts'
import { type Load, type Meters, noMeters } from '../platform/metrics/meters.ts'
import { type Outside, theInternet } from '../platform/outside.ts'
import type { Pictures } from '../platform/pictures/pictures.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limits.ts'
import { createSessions, type Sessions } from '../platform/sessions/sessions.ts'

/** The time limit for a weather service. */
const forecastMs = 4000

export interface ServerParts {
  config: Config
  db: Db
  bus: Bus
  /** Counts limits for all nodes. */
  redis?: Redis | undefined
  pictures: Pictures
  log: Logger
  /** Whether the disk is so full that writes are refused. */
  hasNoRoom?: () => boolean
  /** The record of erasures outside the database. */
  ledgers?: readonly Ledger[]
  /** How many statements are running, and how many are waiting for a turn. */
  databaseLoad?: () => Load
  /** Counts events; by default nothing does. */
  meters?: Meters
  /** The folders with the web apps of previous versions. */
  assetsBefore?: readonly string[]
  /** Fetches from addresses given by members; by default over the internet. */
  outside?: Outside
  /** Writes pages; by default the built web app does. */
  render?: Render
}

/** The services shared by routes, sockets, the outbox and the hourly jobs. */
export interface Services extends Omit<Required<ServerParts>, 'redis' | 'ledgers'> {
  /** The map hosted by this installation. */
  maps: Maps
  retentionDays: number
  /** Whether rates are limited at all. */
  isLimited: boolean
  limiter: RateLimiter
  announcer: Announcer
  /** The database for jobs, whose changes are announced too. */
  jobsDb: Db
  sessions: Sessions
  tickets: Tickets
  line: ChatLine
  /** Undefined if the operator has chosen no weather service. */
  forecasts: Forecasts | undefined
  push: Push | undefined
  mailer: Mailer | undefined
  /** Undefined without mail. */
  mailings: Mailings | undefined
  /** Writes new erasures into the ledgers. The next hourly run makes up for one that is unreachable now. */
  rememberErasures(): Promise<void>
}

export function createServices({
  redis,
  hasNoRoom = () => false,
  ledgers = [],
  assetsBefore = [],
  databaseLoad = () => ({ running: 0, waiting: 0 }),
  meters = noMeters,
  outside = theInternet(),
  render = renderBuilt,
  ...given
}: ServerParts): Services {
  const { config, db, bus, log } = given
  const retentionDays = config.chatRetentionDays
  const isLimited = config.rateLimit !== 'off'
  const announcer = createAnnouncer(bus, log, isLimited)
  const limiter = createRateLimiter(config.rateLimit, redis)
  const provider = providerOf(config, outside, forecastMs)
  const jobsDb = db.for(undefined, changes => announcer.announce(changes, {}))
  const mailer = config.mail && notingRefusals(createMailer(config.mail, meters), jobsDb)
  return {
    ...given,
    announcer,
    jobsDb,
    hasNoRoom,
    assetsBefore,
    databaseLoad,
    meters,
    outside,
    render,
    maps: openMaps(config.mapDir),
    retentionDays,
    isLimited,
    limiter,
    forecasts: provider && createForecasts(provider, limiter),
    sessions: createSessions(db, bus, sessionRules(config.sessionSecret)),
    tickets: createTickets(config.sessionSecret),
    line: createChatLine({ db, bus, log, retentionDays, isLimited, meters }),
    push: createPush({ db, log, config, outside, meters }),
    mailer,
    mailings: mailer && allMailings,
    rememberErasures: () =>
      keepErasures(db, ledgers).catch((error: unknown) => log.warn({ err: error }, 'ledger of erasures')),
  }
}
