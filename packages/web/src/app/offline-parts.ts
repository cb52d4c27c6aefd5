import { onFrame } from '../platform/live/live.ts'
import { keepAnswers, refreshStoredReads } from '../platform/offline/offline-answers.ts'
import { keepSending, sendWaiting } from '../platform/offline/offline-queue.ts'

/** Preserves what a member can do and read offline; returns a function that stops it. */
export function goOffline(): () => void {
  const stops = [
    keepAnswers(),
    keepSending(),
    // The browser may be wrong about the network, but a server's frame proves it.
    onFrame('authenticated', () => {
      void sendWaiting()
      refreshStoredReads()
    }),
  ]
  addEventListener('online', refreshStoredReads)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('online', refreshStoredReads)
  }
}
