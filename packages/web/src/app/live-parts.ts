import { type Chats, createChats } from '../features/chat/chats.ts'
import { keepCountInTitle } from '../features/chat/count-in-title.ts'
import { connectLive } from '../platform/live.ts'
import { followNotifications } from './follow-notifications.ts'
import { goOffline } from './offline-parts.ts'

/** Starts everything that keeps a member's screens up to date. `end` stops it and deletes what is kept of him. */
export function goLive(userId: number, tellUnread: (count: number) => void): { chats: Chats; end: () => void } {
  const title = keepCountInTitle()
  const chats = createChats(userId, count => {
    title.show(count)
    tellUnread(count)
  })
  const unfollowNotifications = followNotifications()
  const stopKeeping = goOffline()
  // Last, so that nobody above misses its first frame.
  const disconnect = connectLive(userId)
  const end = () => {
    disconnect()
    chats.stop()
    unfollowNotifications()
    stopKeeping()
    title.stop()
    tellUnread(0)
  }
  return { chats, end }
}
