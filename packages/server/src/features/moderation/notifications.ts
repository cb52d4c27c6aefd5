import type { NotificationDefinition } from '../../domain/notifications/kind.ts'

/** The outcome of his report, shown in the app only (safety S33). */
export const reportDecided: NotificationDefinition<'report.decided'> = {}

/** A decision about his content with its statement of reasons, shown in the app only (safety S34). */
export const moderationDecided: NotificationDefinition<'moderation.decided'> = {}
