import type { Job, OutboxKind } from '../domain/notices/kind.ts'
import { reminder } from '../domain/reach/reminders.ts'
import { messageNotice } from '../features/chat/message-notice.ts'
import { eveningBefore } from '../features/evening/notice.ts'
import { nearby, nearbyPlan } from '../features/playdates/nearby.ts'
import { askRegulars, dayBefore } from '../features/playdates/series/jobs.ts'
import { testNotice } from '../features/push/test-notice.ts'

/** What the outbox tells outside the app, beside the notifications under the bell (`domain/notices/bell-kinds.ts`). */
export function outboxKinds(retentionDays: number): OutboxKind[] {
  return [reminder, messageNotice(retentionDays), nearby, eveningBefore, testNotice]
}

export const outboxJobs: readonly Job[] = [nearbyPlan, askRegulars, dayBefore]
