import { askUnsubscribe, unsubscribe } from '@papadag/contract/notifications'
import { type ServerPage, serverPage } from '../../platform/http/pages/server-pages.ts'
import { isUnsubscribeToken, unsubscribeMail } from './unsubscribe.ts'

/** The pages behind a mail's link. The first one asks, since programs open links by themselves. */
export const unsubscribePages: ServerPage[] = [
  serverPage(askUnsubscribe, async ({ db, params }) =>
    (await isUnsubscribeToken(db, params.token)) ? { isDone: false } : null,
  ),
  serverPage(unsubscribe, async ({ db, params }) =>
    (await unsubscribeMail(db, params.token)) ? { isDone: true } : null,
  ),
]
