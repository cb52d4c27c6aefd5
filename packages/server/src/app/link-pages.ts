import { invitationPage } from '../features/invites/page.ts'
import { invitationPicture } from '../features/invites/picture.ts'
import { isUnsubscribeToken, unsubscribeMail } from '../features/notifications/unsubscribe.ts'
import { unsubscribePage } from '../features/notifications/unsubscribe-page.ts'
import type { Db } from '../platform/db/db.ts'
import type { OpenedByLink } from '../platform/http/links.ts'

/** The pages behind links that work without an account. */
export function linkPages(db: Db): OpenedByLink {
  return {
    invitation: (token, language, origin) => invitationPage(db, token, language, origin),
    picture: (token, sequence, language) => invitationPicture(db, token, sequence, language),
    askUnsubscribe: async (token, language) =>
      unsubscribePage((await isUnsubscribeToken(db, token)) ? 'asked' : 'unknown', language),
    unsubscribe: async (token, language) =>
      unsubscribePage((await unsubscribeMail(db, token)) ? 'done' : 'unknown', language),
  }
}
