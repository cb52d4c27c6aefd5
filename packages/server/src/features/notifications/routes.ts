import * as contract from '@papadag/contract/notifications'
import type { NotificationDefinitions } from '../../domain/notifications/kind.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { markOneRead, markRead } from './commands.ts'
import { all, unread } from './queries.ts'

export function notificationRoutes(definitions: NotificationDefinitions, retentionDays: number): Served[] {
  return [
    serve(contract.notifications, ({ db, member, page }) => all(db, member.id, page, definitions)),
    serve(contract.readNotifications, ({ db, body, member }) => markRead(db, member.id, body)),
    serve(contract.readNotification, ({ db, params, member }) => markOneRead(db, params.id, member.id)),
    serve(contract.unread, ({ db, member }) => unread(db, member.id, retentionDays)),
  ]
}
