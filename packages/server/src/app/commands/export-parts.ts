import * as chats from '../../features/chat/queries.ts'
import type { ExportParts } from '../../features/export/export.ts'
import type { ImportAccountParts } from '../../features/export/import-account.ts'
import * as notifications from '../../features/notifications/queries.ts'
import * as places from '../../features/places/commands.ts'
import * as playdates from '../../features/playdates/queries.ts'
import * as userCommands from '../../features/users/commands.ts'
import * as users from '../../features/users/queries.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { notificationDefinitions } from '../notification-kinds.ts'

/** The features' parts of an export and of an import. */
export function exportParts(pictures: Pictures, retentionDays: number): ExportParts & ImportAccountParts {
  return {
    pictures,
    settings: (db, { id }) => users.settings(db, id),
    blocks: (db, { id }) => users.blocks(db, id),
    playdates: async (db, { id }, page) => (await playdates.stored(db, id, page)).parse(),
    notifications: (db, { id }, page) => notifications.all(db, id, page, notificationDefinitions),
    chats: (db, reader, page) => chats.all(db, reader, retentionDays, page),
    async messages(db, chatId, afterSeq, limit, { id }) {
      const { messages } = await chats.messages(db, chatId, { afterSeq, limit }, id, retentionDays)
      return messages
    },
    // An import never changes the address that mail is sent to.
    editProfile: (db, fields, userId) => userCommands.edit(db, fields, userId, undefined),
    savePlace: places.save,
    reviewPlace: places.review,
  }
}
