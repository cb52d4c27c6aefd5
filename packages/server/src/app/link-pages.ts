import { invitationPage } from '../features/invites/page.ts'
import { invitationPicture } from '../features/invites/picture.ts'
import { isUnsubscribeToken, unsubscribeMail } from '../features/notifications/unsubscribe.ts'
import { unsubscribePage } from '../features/notifications/unsubscribe-page.ts'
import { parentPage } from '../features/parent-links/page.ts'
import { pollPage } from '../features/polls/page.ts'
import type { OpenedByLink } from '../platform/http/pages/links.ts'
import type { Maps } from '../platform/map/maps.ts'

/** The pages behind links that work without an account. */
export const linkPages = (maps: Maps): OpenedByLink => ({
  invitation: (db, token, language, origin) => invitationPage(db, maps, token, language, origin),
  picture: invitationPicture,
  poll: pollPage,
  parent: parentPage,
  askUnsubscribe: async (db, token, language) =>
    unsubscribePage((await isUnsubscribeToken(db, token)) ? 'asked' : 'unknown', language),
  unsubscribe: async (db, token, language) =>
    unsubscribePage((await unsubscribeMail(db, token)) ? 'done' : 'unknown', language),
})
