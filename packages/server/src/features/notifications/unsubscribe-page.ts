import { askUnsubscribe, unsubscribe } from '@papadag/contract/notifications'
import { type Sent, send } from '../../platform/http/pages/sent.ts'
import { isUnsubscribeToken, unsubscribeMail } from './unsubscribe.ts'

/** The pages behind a mail's link. The first one asks, since programs open links by themselves. */
export const unsubscribePages: Sent[] = [
  send(askUnsubscribe, async ({ db, params }) =>
    (await isUnsubscribeToken(db, params.token)) ? { isDone: false } : null,
  ),
  send(unsubscribe, async ({ db, params }) => ((await unsubscribeMail(db, params.token)) ? { isDone: true } : null)),
]
