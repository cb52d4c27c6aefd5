import { invitePages } from '../features/invites/page.ts'
import { unsubscribePages } from '../features/notifications/unsubscribe-page.ts'
import { parentPages } from '../features/parent-links/page.ts'
import { townPages } from '../features/places/town-pages/page.ts'
import { pollPages } from '../features/polls/page.ts'
import type { ServerPage } from '../platform/http/pages/server-pages.ts'
import type { Services } from './services.ts'

/** The pages and pictures that the server itself sends for every feature. */
export const featurePages = ({ maps }: Pick<Services, 'maps'>): ServerPage[] => [
  ...invitePages(maps),
  ...pollPages,
  ...parentPages,
  ...unsubscribePages,
  ...townPages(),
]
