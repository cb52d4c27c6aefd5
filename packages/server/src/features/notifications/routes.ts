import * as contract from '@papadag/contract/notifications'
import { type Served, serve } from '../../platform/http/serve.ts'
import { markRead } from './commands.ts'
import { all } from './queries.ts'

export const notificationRoutes: Served[] = [
  serve(contract.notifications, ({ db, member, page }) => all(db, member.id, page)),
  serve(contract.readNotifications, ({ db, member }) => markRead(db, member.id)),
]
