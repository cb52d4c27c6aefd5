import { keepCountInTitle } from '../features/chat/count-in-title.ts'
import { type Chats, createChats } from '../features/chat/store/chats.ts'
import { followUnread } from '../features/notifications/follow-unread.ts'
import { connectLive, onFrame } from '../platform/live/live.ts'
import { goOffline } from './offline-parts.ts'

/** Starts everything that keeps a member's screens up to date. `end` stops it and deletes his stored data. */
export function goLive(userId: number, tellUnread: (count: number) => void): { chats: Chats; end: () => void } {
  const title = keepCountInTitle()
  const unread = followUnread()
  let shown: number | undefined
  const chats = createChats(userId, count => {
    title.show(count)
    tellUnread(count)
    // Also at first: a chat may have been read between the two replies.
    if (count !== (shown ?? unread.messages())) unread.look()
    shown = count
  })
  // The list counts his mark before the server does, so a pending request may be older than it.
  const stopLooking = onFrame('read', ({ userId: reader }) => reader === userId && unread.look())
  if ('Notification' in window && Notification.permission === 'granted') keepPush(userId)
  const stopKeeping = goOffline()
  // Called last, so that everything above gets its first frame.
  const disconnect = connectLive(userId)
  const end = () => {
    disconnect()
    chats.stop()
    stopLooking()
    unread.stop()
    stopKeeping()
    title.stop()
    tellUnread(0)
  }
  return { chats, end }
}

function keepPush(userId: number) {
  // If this fails, he still gets push messages until the push service changes something.
  import('../features/notifications/this-device.ts').then(({ keepDevice }) => keepDevice(userId)).catch(() => {})
}
