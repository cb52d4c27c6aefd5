import { setTimeout as after } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { isHidden, isModerator } from '../domain/account.ts'
import { passkeyHost } from '../features/auth/passkeys/relying-party.ts'
import { chatFrames } from '../features/chat/live.ts'
import { outgoingSenders } from '../features/notifications/senders.ts'
import { mailSenders } from '../features/recovery/mailings.ts'
import { createHttp } from '../platform/http/http.ts'
import { createPages, type Pages } from '../platform/http/pages/pages.ts'
import type { ServerPage } from '../platform/http/pages/server-pages.ts'
import { tileHost } from '../platform/http/security-headers.ts'
import { type Served, turnOf } from '../platform/http/serve.ts'
import { createLive, type Live } from '../platform/live/live.ts'
import { areaOf } from '../platform/map/about-map.ts'
import type { Gauges } from '../platform/metrics/meters.ts'
import { createOutbox, type Outbox } from '../platform/outbox/outbox-worker.ts'
import type { Sessions } from '../platform/sessions/sessions.ts'
import { doEvery, hourMs } from './cleaning.ts'
import { closeHttp } from './close-http.ts'
import { featurePages } from './feature-pages.ts'
import { featureRoutes } from './feature-routes.ts'
import { hourlyJobs } from './hourly-jobs.ts'
import { notificationDefinitions } from './notification-kinds.ts'
import { outboxJobs, outgoingKinds } from './outgoing-kinds.ts'
import { refusalTrail } from './refusal-trail.ts'
import { probeRoutes, withDocument } from './server-routes.ts'
import { createServices, type ServerParts, type Services } from './services.ts'
import { texts } from './texts.ts'

/** By then a proxy that checks the health every second has noticed. */
const leaveMs = 2000

export interface Server {
  http: FastifyInstance
  /** Every bound route; the contract tests walk them. */
  served: readonly Served[]
  /** Every bound page and picture. */
  serverPages: readonly ServerPage[]
  sessions: Sessions
  /** The current values of all gauges except the database's. */
  gauges(): Omit<Gauges, 'database'>
  /** Runs the hourly jobs now and every hour until the server closes. */
  startJobs(): void
  /** Tells proxies to send no more requests, and keeps serving until they have noticed. */
  leave(): Promise<void>
  /** Finishes running requests and stops; the database stays open. */
  close(): Promise<void>
}

/** Wires the features to the platform. */
export async function createServer(parts: ServerParts): Promise<Server> {
  const services = createServices(parts)
  const { db, announcer, bus, log, line, mailer, pictures, sessions } = services
  let hasLeft = false
  const isLeaving = () => hasLeft

  const served = withDocument([
    ...featureRoutes(services, () => live.sockets()),
    ...probeRoutes({ ...services, isLeaving }),
  ])
  const serverPages = featurePages(services)
  const live = liveOf(services, served)
  line.attach(live)
  const http = await createHttp({
    ...services,
    isLeaving,
    live,
    served,
    texts,
    isHidden,
    noteRefusal: refusalTrail(db, log),
    serverPages,
    pages: await pagesOf(services),
  })
  const outbox = outboxOf(services)
  let stopJobs = async () => {}

  return {
    http,
    served,
    serverPages,
    sessions,
    gauges: () => ({
      sockets: live.sockets(),
      members: [...live.users()].length,
      pictures: pictures.load(),
      outbox: outbox.counts,
      isBusConnected: bus.isConnected(),
      map: mapOf(services),
    }),
    startJobs() {
      stopJobs = doEvery(hourMs, hourlyJobs(services), log)
    },
    async leave() {
      hasLeft = true
      await after(leaveMs)
    },
    async close() {
      const stopped = stopJobs()
      announcer.close()
      live.close()
      await closeHttp(http)
      services.maps.close()
      await line.close()
      await outbox.close()
      await mailer?.close()
      await stopped
    },
  }
}

function liveOf(services: Services, served: readonly Served[]): Live {
  const { db, line, retentionDays } = services
  return createLive({
    ...services,
    texts,
    served,
    // Only moderators may learn that something has been reported.
    guarded: { under: '/api/moderation', isOpenTo: member => isModerator(db.for(turnOf(member)), member.id) },
    frames: chatFrames({ line, retentionDays }),
  })
}

function outboxOf({ jobsDb: db, bus, log, limiter, push, mailer, config, retentionDays, forecasts }: Services): Outbox {
  const { publicUrl } = config
  return createOutbox({
    db,
    bus,
    log,
    senders: {
      ...outgoingSenders(
        { db, push, mailer, publicUrl, retentionDays },
        {
          definitions: notificationDefinitions,
          outgoingKinds: outgoingKinds({ retentionDays, forecasts }),
          jobs: outboxJobs,
        },
      ),
      // With mail, there is an address to link to (`readConfig`).
      ...(mailer && publicUrl
        ? mailSenders({ db, mailer, limiter, publicUrl, sessionSecret: config.sessionSecret })
        : {}),
    },
  })
}

function mapOf({ maps }: Services) {
  const map = maps.current()
  return map && { name: map.name, area: areaOf(map), dataAtMs: map.dataAtMs }
}

/** The web app's pages, with the facts of this installation that they show. */
function pagesOf({ config, maps, forecasts }: Services): Promise<Pages | undefined> {
  const host = tileHost(config.tileUrl).replace(/^\w+:\/\//, '')
  return createPages({
    hasDeveloperPages: config.devPages,
    hasMail: config.mail !== undefined,
    passkeyHost: passkeyHost(config),
    facts: {
      contact: config.contactEmail,
      chatDays: config.chatRetentionDays,
      tileHost: () => (config.tileProxy || (maps.current() && !config.hasTileUrl) ? '' : host),
      hasWeather: config.openWeatherApiKey !== undefined && config.weatherProvider !== 'off',
      hasForecast: forecasts !== undefined,
    },
  })
}
