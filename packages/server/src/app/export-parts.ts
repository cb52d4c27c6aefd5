import * as chats from '../features/chat/queries.ts'
import type { ExportParts } from '../features/export/export.ts'
import * as notifications from '../features/notifications/queries.ts'
import * as playdates from '../features/playdates/queries.ts'
import * as users from '../features/users/queries.ts'
import type { Pictures } from '../platform/pictures/pictures.ts'

/** The features' parts of an export. */
export function exportParts(pictures: Pictures, retentionDays: number): ExportParts {
  return {
    pictures,
    settings: (db, { id }) => users.settings(db, id),
    blocks: (db, { id }) => users.blocks(db, id),
    playdates: async (db, { id }, page) => (await playdates.own(db, id, page)).parse(),
    notifications: (db, { id }, page) => notifications.all(db, id, page),
    chats: (db, reader, page) => chats.all(db, reader, retentionDays, page),
    async messages(db, chatId, afterSeq, limit, { id }) {
      const { messages } = await chats.messages(db, chatId, { afterSeq, limit }, id, retentionDays)
      return messages
    },
  }
}
