import { setTimeout as after } from 'node:timers/promises'
import { alive, apiDocument, health } from '@papadag/contract/health'
import { socketTicket } from '@papadag/contract/live'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { carryDevices, isHidden, isModerator, mustBeAdmitted } from '../domain/account.ts'
import { audit, forgetAudit } from '../domain/audit.ts'
import { keepErasures } from '../domain/erasures.ts'
import { accountKey, clearTries } from '../features/auth/login-delay.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { isGuessable } from '../features/auth/rules.ts'
import { calendarRoutes } from '../features/calendars/routes.ts'
import { createChatLine } from '../features/chat/chat.ts'
import { forget } from '../features/chat/commands.ts'
import { chatFrames } from '../features/chat/live.ts'
import { chatRoutes } from '../features/chat/routes.ts'
import { exportRoutes } from '../features/export/routes.ts'
import { invitationPage } from '../features/invites/page.ts'
import { invitationPicture } from '../features/invites/picture.ts'
import { inviteRoutes } from '../features/invites/routes.ts'
import { forgetReports } from '../features/moderation/decisions.ts'
import { moderationRoutes } from '../features/moderation/routes.ts'
import { forgetNotifications } from '../features/notifications/commands.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { noticeSenders } from '../features/notifications/senders.ts'
import { isUnsubscribeToken, unsubscribeMail } from '../features/notifications/unsubscribe.ts'
import { unsubscribePage } from '../features/notifications/unsubscribe-page.ts'
import { operationsRoutes } from '../features/operations/routes.ts'
import { createExternalPictures } from '../features/pictures/external.ts'
import { pictureRoutes } from '../features/pictures/routes.ts'
import { placeRoutes } from '../features/places/routes.ts'
import { forgetPlaydates } from '../features/playdates/commands.ts'
import { byId } from '../features/playdates/queries.ts'
import { playdateRoutes } from '../features/playdates/routes.ts'
import { createPush } from '../features/push/push.ts'
import { keepDevices, pushRoutes } from '../features/push/routes.ts'
import { inactiveUsers, isInactive, noteActivity, remindInactive } from '../features/recovery/inactive.ts'
import { mailings as allMailings, mailSenders } from '../features/recovery/mailings.ts'
import { recoveryRoutes } from '../features/recovery/routes.ts'
import { forgetTokens } from '../features/recovery/tokens.ts'
import { uploadRoutes } from '../features/uploads/routes.ts'
import { erase, forgetErasures, forgetGrownUp } from '../features/users/commands.ts'
import { userRoutes } from '../features/users/routes.ts'
import { weatherRoutes } from '../features/weather/routes.ts'
import { createWeather } from '../features/weather/weather.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Redis } from '../platform/bus/redis.ts'
import type { Config } from '../platform/config.ts'
import { type Db, sql } from '../platform/db/db.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'
import { createHttp } from '../platform/http/http.ts'
import { openApi } from '../platform/http/openapi.ts'
import { createPages } from '../platform/http/pages.ts'
import { tileHost } from '../platform/http/security-headers.ts'
import { type Served, serve } from '../platform/http/serve.ts'
import type { Ledger } from '../platform/ledger.ts'
import { createLive } from '../platform/live/live.ts'
import { createTickets } from '../platform/live/tickets.ts'
import { createMailer } from '../platform/mail.ts'
import { type Gauges, type Load, type Meters, noMeters } from '../platform/meters.ts'
import { createOutbox } from '../platform/outbox.ts'
import { type Outside, theInternet } from '../platform/outside.ts'
import type { Pictures } from '../platform/pictures/pictures.ts'
import { Problem } from '../platform/problem.ts'
import { createRateLimiter } from '../platform/rate-limits.ts'
import { createSessions, type Sessions } from '../platform/sessions.ts'
import { doEvery, hourMs } from './cleaning.ts'
import { exportParts } from './export-parts.ts'
import { texts } from './texts.ts'

const letGoEveryMs = 50
const cutOffAfterMs = 3000
/** A proxy asks for the health every second, and has noticed by then. */
const leaveMs = 2000

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
  /** Where erasures are remembered beside the database. */
  ledgers?: readonly Ledger[]
  /** How much the database has to do. */
  databaseLoad?: () => Load
  /** Told what happens; by default nobody. */
  meters?: Meters
  /** The folders with the files of the screens of the versions before. */
  assetsBefore?: readonly string[]
  /** Fetches from addresses that members name; by default over the internet. */
  outside?: Outside
}

export interface Server {
  http: FastifyInstance
  /** Every bound route; the contract tests walk them. */
  served: readonly Served[]
  sessions: Sessions
  /** What stands at some number at this moment, the database aside. */
  gauges(): Omit<Gauges, 'database'>
  /** Tells proxies to send nobody here any more, and serves on until they have noticed. */
  leave(): Promise<void>
  /** Finishes running requests and stops; the database stays open. */
  close(): Promise<void>
}

/** Wires the features to the platform. */
export async function createServer({
  config,
  db,
  bus,
  redis,
  pictures,
  log,
  hasNoRoom = () => false,
  ledgers = [],
  assetsBefore = [],
  databaseLoad = () => ({ running: 0, waiting: 0 }),
  meters = noMeters,
  outside = theInternet(),
}: ServerParts): Promise<Server> {
  const limiter = createRateLimiter(config.rateLimit, redis)
  const sessions = createSessions(db, bus, { admit: mustBeAdmitted, carryOver: carryDevices })
  const tickets = createTickets(config.sessionSecret)

  const { chatRetentionDays: retentionDays } = config
  const isLimited = config.rateLimit !== 'off'
  const line = createChatLine({ db, bus, log, retentionDays, isLimited, meters })

  const { mail, publicUrl, passwordPolicy, sessionSecret } = config
  const mailer = mail && createMailer(mail, meters)
  const mailings = mailer && allMailings

  /** A ledger that cannot be reached now is written by a later round. */
  const rememberErasures = () =>
    keepErasures(db, ledgers).catch((error: unknown) => log.warn({ err: error }, 'ledger of erasures'))
  const push = createPush({ db, log, config, outside, meters })
  let isLeaving = false

  const served: Served[] = [
    ...authRoutes({ config, limiter, pictures, onRegistered: mailings?.askToConfirm }),
    ...recoveryRoutes({
      mailings,
      sessions,
      isTooWeak: (password, username) => passwordPolicy === 'strict' && isGuessable(password, username),
      forgetTries: (on, username) => clearTries(on, accountKey(sessionSecret, username)),
    }),
    ...uploadRoutes(pictures),
    ...userRoutes({
      onErased: rememberErasures,
      sessionSecret,
      pictures,
      sessions,
      limiter,
      onNewAddress: mailings?.tellOfNewAddress,
    }),
    ...exportRoutes(exportParts(pictures, retentionDays)),
    ...pictureRoutes(createExternalPictures(pictures, outside)),
    ...placeRoutes(pictures, limiter),
    ...playdateRoutes,
    ...notificationRoutes(retentionDays),
    ...pushRoutes(push),
    ...calendarRoutes,
    ...inviteRoutes({ sessionSecret, playdate: byId }),
    ...moderationRoutes({ pictures, sessions, retentionDays }),
    ...chatRoutes({ line, limiter, retentionDays }),
    ...weatherRoutes(config, createWeather(config)),
    ...operationsRoutes({
      config,
      db,
      store: pictures.store,
      here: () => ({ database: databaseLoad(), pictures: pictures.load(), sockets: live.sockets() }),
    }),
    serve(socketTicket, async ({ member }) => ({ token: tickets.issue(member) })),
    serve(alive, { isProbe: true }, async () => ({ status: 'ok' as const })),
    serve(health, { isProbe: true }, async () => {
      if (isLeaving) throw new Problem('server.unavailable', { also: { status: 'stopping' } })
      await db.ping().catch(() => {
        throw new Problem('server.unavailable', { also: { status: 'unavailable' } })
      })
      if (hasNoRoom()) throw new Problem('server.full', { also: { status: 'full' } })
      return { status: 'ok' as const }
    }),
    serve(apiDocument, async () => (document ??= openApi(routes))),
  ]
  const routes = served.map(({ route }) => route)
  let document: ReturnType<typeof openApi> | undefined

  const live = createLive({
    bus,
    db,
    sessions,
    tickets,
    limiter,
    log,
    texts,
    reads: routes.filter(route => route.at.startsWith('GET ')),
    // That something was reported is for moderators alone to know.
    guarded: { under: '/api/moderation', isOpenTo: id => isModerator(db, id) },
    retentionDays,
    isLimited,
    frames: chatFrames({ line, retentionDays }),
  })
  line.attach(live)
  const http = await createHttp({
    config,
    db,
    sessions,
    limiter,
    live,
    log,
    texts,
    served,
    pictures,
    hasNoRoom,
    isLeaving: () => isLeaving,
    isHidden: id => isHidden(db, id),
    noteRefusal(event, userId) {
      audit(db, event, userId).catch((failure: unknown) => log.warn({ err: failure }, 'audit'))
    },
    assetsBefore,
    meters,
    opened: {
      invitation: (token, language, origin) => invitationPage(db, token, language, origin),
      picture: (token, sequence, language) => invitationPicture(db, token, sequence, language),
      askUnsubscribe: async (token, language) =>
        unsubscribePage((await isUnsubscribeToken(db, token)) ? 'asked' : 'unknown', language),
      unsubscribe: async (token, language) =>
        unsubscribePage((await unsubscribeMail(db, token)) ? 'done' : 'unknown', language),
    },
    pages: await createPages({
      hasDeveloperPages: config.devPages,
      hasMail: mailer !== undefined,
      facts: {
        contact: config.contactEmail,
        chatDays: retentionDays,
        tileHost: tileHost(config.tileUrl).replace(/^\w+:\/\//, ''),
      },
    }),
  })

  const outbox = createOutbox({
    db,
    bus,
    log,
    // With mail there is an address to link to (`readConfig`).
    senders: {
      ...noticeSenders({ db, push, mailer, publicUrl, retentionDays }),
      ...(mailer && publicUrl ? mailSenders({ db, mailer, limiter, publicUrl }) : {}),
    },
  })

  /** Erases accounts that nobody has used for two years; their owners are told a month before (safety 9). */
  async function endInactive() {
    for (const id of await inactiveUsers(db)) {
      const ended = await erase(db, pictures, sessionSecret, id, isInactive)
      // Another node may have been faster, or he came back.
      if (ended) await sessions.announceEnd(ended)
      if (ended) await rememberErasures()
    }
  }
  const stopCleaning = doEvery(
    hourMs,
    {
      activity: () => noteActivity(db),
      async sessions() {
        await keepDevices(db)
        await sessions.sweep()
      },
      pictures: () => pictures.sweep(),
      chats: () => forget(db, retentionDays),
      rememberErasures,
      erasures: () => forgetErasures(db),
      playdates: () => forgetPlaydates(db),
      grownUp: () => forgetGrownUp(db),
      audit: () => forgetAudit(db),
      notifications: () => forgetNotifications(db),
      reports: () => forgetReports(db),
      mailTokens: () => forgetTokens(db),
      attempts: () => deleteInBatches(db, sql`idempotency_keys`, sql`created_at < now() - interval '24 hours'`),
      failures: () => deleteInBatches(db, sql`login_failures`, sql`last_at < now() - interval '1 day'`),
      ...(mailings && { endInactive, remindInactive: () => remindInactive(db, mailings) }),
    },
    log,
  )

  return {
    http,
    served,
    sessions,
    gauges: () => ({
      sockets: live.sockets(),
      members: [...live.users()].length,
      pictures: pictures.load(),
      outbox: outbox.counts,
      isBusConnected: bus.isConnected(),
    }),
    async leave() {
      isLeaving = true
      await after(leaveMs)
    },
    async close() {
      const cleaned = stopCleaning()
      live.close()
      line.close()
      // A connection that answers its last request during the close would stay open, waiting for another one.
      const letGo = setInterval(() => http.server.closeIdleConnections(), letGoEveryMs)
      // A client that sends or reads too slowly must not keep the database from being closed.
      const cutOff = setTimeout(() => http.server.closeAllConnections(), cutOffAfterMs)
      await http.close().finally(() => {
        clearInterval(letGo)
        clearTimeout(cutOff)
      })
      await outbox.close()
      await mailer?.close()
      await cleaned
    },
  }
}
