import { forgetAudit } from '../domain/audit.ts'
import { fillEvenings } from '../domain/notifications/evenings.ts'
import { keepBuddies } from '../domain/playdates/buddies.ts'
import { makeDueDates } from '../domain/playdates/series/dates.ts'
import { keepSeriesChats } from '../domain/playdates/threads.ts'
import { forgetChallenges } from '../features/auth/passkeys/challenges.ts'
import { forget } from '../features/chat/commands.ts'
import { forgetAnswers } from '../features/circles/cards.ts'
import { forgetAsked } from '../features/circles/commands.ts'
import { forgetHandovers } from '../features/devices/handover.ts'
import { forgetReports } from '../features/moderation/decisions.ts'
import { forgetReceived } from '../features/moderation/received.ts'
import { forgetNotifications } from '../features/notifications/commands.ts'
import { settleEstablished } from '../features/places/answers/answers.ts'
import { forgetVisits } from '../features/places/answers/presence.ts'
import { forgetWaitingEdits } from '../features/places/editing/waiting-edits.ts'
import { forgetStates } from '../features/places/states/commands.ts'
import { forgetOpenings } from '../features/places/town-pages/opens.ts'
import { forgetPlaydates } from '../features/playdates/commands.ts'
import { forgetPolls } from '../features/polls/commands.ts'
import { beginRound, forgetRounds } from '../features/polls/proposals/round.ts'
import { keepDevices } from '../features/push/routes.ts'
import { forgetCodes } from '../features/recovery/codes/codes.ts'
import { inactiveUsers, isInactive, noteActivity, remindInactive } from '../features/recovery/inactive.ts'
import { forgetTokens } from '../features/recovery/tokens.ts'
import { erase, forgetErasures, forgetGrownUp } from '../features/users/commands.ts'
import { forgetKnown } from '../features/users/known.ts'
import { forgetForecasts } from '../features/weather/forecast/forecasts.ts'
import { sql } from '../platform/db/db.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'
import type { Jobs } from './cleaning.ts'
import { forgetRestorePoints } from './commands/restore-points.ts'
import type { Services } from './services.ts'

/** The hourly jobs: they delete data past its retention, and schedule what is due. */
export function hourlyJobs(services: Services): Jobs {
  const { config, jobsDb: db, maps, pictures, sessions, mailings, rememberErasures } = services
  return {
    activity: () => noteActivity(db),
    async sessions() {
      await keepDevices(db)
      await sessions.sweep()
    },
    pictures: () => pictures.sweep(),
    chats: () => forget(db, services.retentionDays),
    rememberErasures,
    erasures: () => forgetErasures(db),
    maps: async () => maps.sweep(),
    restorePoints: () => forgetRestorePoints(config.dataDir),
    playdates: () => forgetPlaydates(db),
    async circles() {
      await forgetAsked(db)
      await forgetAnswers(db)
    },
    known: () => forgetKnown(db),
    buddies: () => keepBuddies(db),
    polls: () => forgetPolls(db),
    async proposals() {
      await forgetRounds(db)
      if (config.proposes) await beginRound(db)
    },
    series: () => makeDueDates(db),
    seriesChats: () => keepSeriesChats(db),
    grownUp: () => forgetGrownUp(db),
    audit: () => forgetAudit(db),
    notifications: () => forgetNotifications(db),
    reports: () => forgetReports(db),
    received: () => forgetReceived(db, services.retentionDays),
    mailTokens: () => forgetTokens(db),
    placeAnswers: () => settleEstablished(db),
    placeVisits: () => forgetVisits(db),
    placeStates: () => forgetStates(db),
    codes: () => forgetCodes(db),
    challenges: () => forgetChallenges(db),
    handovers: () => forgetHandovers(db),
    placeEdits: () => forgetWaitingEdits(db),
    forecasts: () => forgetForecasts(db),
    openings: () => forgetOpenings(db),
    evenings: () => fillEvenings(db),
    attempts: () => deleteInBatches(db, sql`idempotency_keys`, sql`created_at < now() - interval '24 hours'`),
    failures: () => deleteInBatches(db, sql`login_failures`, sql`last_at < now() - interval '1 day'`),
    // Without mail, nobody can be warned that his account will end.
    ...(mailings && { endInactive: () => endInactive(services), remindInactive: () => remindInactive(db, mailings) }),
  }
}

/** Erases accounts that nobody has used for two years; their owners are warned a month before (safety 9). */
async function endInactive({ config, jobsDb: db, pictures, sessions, rememberErasures }: Services) {
  for (const id of await inactiveUsers(db)) {
    const ended = await erase(db, pictures, config.sessionSecret, id, isInactive)
    // Another node may have been faster, or the owner has come back.
    if (!ended) continue
    await sessions.announceEnd(ended)
    await rememberErasures()
  }
}
