import { followChats } from '../features/chat/chat-sync.ts'
import { keepCountInTitle } from '../features/chat/count-in-title.ts'
import { connectLive } from '../platform/live.ts'

/** Everything that keeps a member's screens up to date; the answer ends it. */
export function goLive(userId: number, tellUnread: (count: number) => void): () => void {
  const title = keepCountInTitle()
  const unfollow = followChats(userId, count => {
    title.show(count)
    tellUnread(count)
  })
  // Last: who follows must not miss its first frame.
  const disconnect = connectLive(userId)
  return () => {
    disconnect()
    unfollow()
    title.stop()
    tellUnread(0)
  }
}
