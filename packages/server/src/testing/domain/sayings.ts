import { notificationDefinitions } from '../../app/notification-kinds.ts'
import type { Sending } from '../../domain/notifications/kind.ts'

/** What each kind of notification says outside the app, to each of its readers. */
export const sayings: readonly (Sending & { name: string })[] = Object.entries(notificationDefinitions).flatMap(
  ([kind, { outside }]) => {
    if (!outside) return []
    if ('text' in outside) return [{ name: kind, ...outside }]
    const byRelation: Record<string, Sending> = outside
    return Object.entries(byRelation).map(([relation, sending]) => ({ name: `${kind} ${relation}`, ...sending }))
  },
)
