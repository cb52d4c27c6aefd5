import type { NotificationDefinition } from './kind.ts'

/** The outcome of his report, shown in the app only (safety S33). */
export const reportDecided = { kind: 'report.decided' } satisfies NotificationDefinition
