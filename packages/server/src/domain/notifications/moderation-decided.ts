import type { NotificationDefinition } from './kind.ts'

/** A decision about his content with its statement of reasons, shown in the app only (safety S34). */
export const moderationDecided = { kind: 'moderation.decided' } satisfies NotificationDefinition
