import { forgetHeard } from '../domain/notifications/heard.ts'
import type { Job, OutgoingKind } from '../domain/notifications/kind.ts'
import { messageNotice } from '../features/chat/message-notice.ts'
import { announcementNotice, threadNotice } from '../features/chat/thread-notices.ts'
import { eveningBefore } from '../features/evening/notice.ts'
import { suspensionEnd } from '../features/moderation/suspension-end.ts'
import { nearby, nearbyPlan, opening } from '../features/playdates/nearby.ts'
import { reminder } from '../features/playdates/notifications/reminder.ts'
import { askRegulars, dayBefore } from '../features/playdates/series/jobs.ts'
import { proposePlan } from '../features/polls/proposals/round.ts'
import { testNotice } from '../features/push/test-notice.ts'
import { outlookOf } from '../features/weather/forecast/playdate-weather.ts'
import type { Services } from './services.ts'

/**
 * What the outbox sends outside the app, in addition to the notifications under the bell
 * (`app/notification-kinds.ts`).
 */
export function outgoingKinds({
  retentionDays,
  forecasts,
}: Pick<Services, 'retentionDays' | 'forecasts'>): OutgoingKind[] {
  const evening = eveningBefore((db, playdateId, userId) => outlookOf(db, playdateId, userId, forecasts))
  return [reminder, messageNotice(retentionDays), threadNotice(retentionDays), nearby, evening, testNotice]
}

export const outboxJobs: readonly Job[] = [
  nearbyPlan,
  opening,
  askRegulars,
  dayBefore,
  announcementNotice,
  forgetHeard,
  suspensionEnd,
  proposePlan,
]
