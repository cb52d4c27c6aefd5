import { socketTicket } from '@papadag/contract/live/live'
import { eventHostOf } from '../domain/calendar.ts'
import { passwordCheck } from '../domain/password-policy.ts'
import { accountKey, clearTries } from '../features/auth/login-delay.ts'
import { passkeyHost } from '../features/auth/passkeys/relying-party.ts'
import { passkeyRoutes } from '../features/auth/passkeys/routes.ts'
import { authRoutes } from '../features/auth/routes.ts'
import { calendarRoutes } from '../features/calendars/routes.ts'
import { chatRoutes } from '../features/chat/routes.ts'
import { circleRoutes } from '../features/circles/routes.ts'
import { handoverRoutes } from '../features/devices/handover.ts'
import { recoveryCodeRoutes } from '../features/devices/recovery-codes.ts'
import { deviceRoutes } from '../features/devices/routes.ts'
import { exportRoutes } from '../features/export/routes.ts'
import { inviteRoutes } from '../features/invites/routes.ts'
import { moderationRoutes } from '../features/moderation/routes.ts'
import { notificationRoutes } from '../features/notifications/routes.ts'
import { operationsRoutes } from '../features/operations/routes.ts'
import { parentLinkRoutes } from '../features/parent-links/routes.ts'
import { createExternalPictures } from '../features/pictures/external.ts'
import { pictureRoutes } from '../features/pictures/routes.ts'
import { questionFor } from '../features/places/answers/question.ts'
import { placeRoutes } from '../features/places/routes.ts'
import { roomDuring } from '../features/playdates/near/room.ts'
import { playdateRoutes } from '../features/playdates/routes.ts'
import { seriesRoutes } from '../features/playdates/series/routes.ts'
import { areaShown } from '../features/playdates/shown.ts'
import { proposalRoutes } from '../features/polls/proposals/routes.ts'
import { pollRoutes } from '../features/polls/routes.ts'
import { pushRoutes } from '../features/push/routes.ts'
import { codeRoutes } from '../features/recovery/codes/routes.ts'
import { recoveryRoutes } from '../features/recovery/routes.ts'
import { todayRoutes } from '../features/today/routes.ts'
import { uploadRoutes } from '../features/uploads/routes.ts'
import { freeOn } from '../features/users/matches.ts'
import { userRoutes } from '../features/users/routes.ts'
import { weatherRoutes } from '../features/weather/routes.ts'
import { createWeather } from '../features/weather/weather.ts'
import { type Served, serve } from '../platform/http/serve.ts'
import { exportParts } from './commands/export-parts.ts'
import { notificationDefinitions } from './notification-kinds.ts'
import type { Services } from './services.ts'

/** The routes of every feature and their dependencies; `sockets` counts the open live connections. */
export function featureRoutes(services: Services, sockets: () => number): Served[] {
  const { config, limiter, sessions, pictures, line, mailings, retentionDays } = services
  const { sessionSecret } = config
  const checkPassword = passwordCheck(config)
  const eventHost = eventHostOf(config)
  return [
    ...authRoutes({ config, limiter, pictures, checkPassword, onRegistered: mailings?.askToConfirm }),
    ...passkeyRoutes({ config, limiter, sessions }),
    ...recoveryRoutes({
      mailings,
      sessions,
      checkPassword,
      forgetTries: (on, username) => clearTries(on, accountKey(sessionSecret, username)),
    }),
    ...codeRoutes({ mailer: services.mailer, limiter, sessionSecret }),
    ...deviceRoutes({ sessions }),
    ...recoveryCodeRoutes({ limiter, sessionSecret }),
    ...handoverRoutes({ limiter, sessionSecret }),
    ...uploadRoutes(pictures),
    ...userRoutes({
      onErased: services.rememberErasures,
      sessionSecret,
      pictures,
      sessions,
      limiter,
      checkPassword,
      onNewAddress: mailings?.tellOfNewAddress,
    }),
    ...exportRoutes(exportParts(pictures, retentionDays), limiter),
    ...pictureRoutes(createExternalPictures(pictures, services.outside)),
    ...placeRoutes(pictures, limiter, sessionSecret),
    ...playdateRoutes(limiter),
    ...seriesRoutes,
    ...notificationRoutes(notificationDefinitions, retentionDays),
    ...pushRoutes(services.push),
    ...calendarRoutes(eventHost),
    ...parentLinkRoutes(sessionSecret),
    ...inviteRoutes({ sessionSecret, eventHost, maps: services.maps }),
    ...pollRoutes({ isLimited: config.rateLimit !== 'off', sessionSecret, limiter }),
    ...proposalRoutes,
    ...todayRoutes({
      retentionDays,
      hasMail: mailings !== undefined,
      passkeyHost: passkeyHost(config),
      freeOn,
      roomDuring,
      areaShown,
      placeQuestion: (db, viewerId) => questionFor(db, viewerId, sessionSecret),
    }),
    ...moderationRoutes({ pictures, sessions, retentionDays }),
    ...circleRoutes(sessionSecret, limiter),
    ...chatRoutes({ line, limiter, retentionDays, isLimited: config.rateLimit !== 'off' }),
    ...weatherRoutes(config, {
      weather: createWeather(config),
      forecasts: services.forecasts,
      maps: services.maps,
    }),
    ...operationsRoutes({
      config,
      db: services.db,
      store: pictures.store,
      here: () => ({ database: services.databaseLoad(), pictures: pictures.load(), sockets: sockets() }),
    }),
    serve(socketTicket, async ({ member }) => ({ token: services.tickets.issue(member) })),
  ]
}
