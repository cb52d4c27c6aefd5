import { parentPage } from '@papadag/contract/parent-links'
import { type Sent, send } from '../../platform/http/pages/sent.ts'
import { seenByParent } from './links.ts'

export const parentPages: Sent[] = [
  send(parentPage, async ({ db, params }) => (await seenByParent(db, params.token)) ?? null),
]
