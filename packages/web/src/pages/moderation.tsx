import { ModerationQueue } from '../features/moderation/queue.tsx'
import { useUser } from '../platform/session/session.ts'
import { Page as NotFound } from './not-found.tsx'

/** For moderators; for others the page does not exist. */
export function Page() {
  return useUser().isModerator ? <ModerationQueue /> : <NotFound />
}
