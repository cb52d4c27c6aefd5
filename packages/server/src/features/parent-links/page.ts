import { parentPage } from '@papadag/contract/parent-links'
import { type ServerPage, serverPage } from '../../platform/http/pages/server-pages.ts'
import { seenByParent } from './links.ts'

export const parentPages: ServerPage[] = [
  serverPage(parentPage, async ({ db, params }) => (await seenByParent(db, params.token)) ?? null),
]
