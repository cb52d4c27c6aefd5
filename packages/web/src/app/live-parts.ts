import { followChats } from '../features/chat/chat-sync.ts'
import { keepCountInTitle } from '../features/chat/count-in-title.ts'
import { connectLive } from '../platform/live.ts'
import { followNotifications } from './follow-notifications.ts'
import { goOffline } from './offline-parts.ts'

/** Everything that keeps a member's screens up to date; the answer ends it. */
export function goLive(userId: number, tellUnread: (count: number) => void): () => void {
  const title = keepCountInTitle()
  const unfollow = followChats(userId, count => {
    title.show(count)
    tellUnread(count)
  })
  const unfollowNotifications = followNotifications()
  const stopKeeping = goOffline()
  // Last: who follows must not miss its first frame.
  const disconnect = connectLive(userId)
  return () => {
    disconnect()
    unfollow()
    unfollowNotifications()
    stopKeeping()
    title.stop()
    tellUnread(0)
  }
}
