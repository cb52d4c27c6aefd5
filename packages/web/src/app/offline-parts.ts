import { onFrame } from '../platform/live.ts'
import { keepAnswers, readAgainWhatWasKept } from '../platform/offline-answers.ts'
import { keepSending, sendWaiting } from '../platform/offline-queue.ts'

/** Keeps for a member what he can do and read without a network; the answer ends it. */
export function goOffline(): () => void {
  const stops = [
    keepAnswers(),
    keepSending(),
    // The browser's word is not the server's: now there surely is one.
    onFrame('authenticated', () => {
      void sendWaiting()
      readAgainWhatWasKept()
    }),
  ]
  addEventListener('online', readAgainWhatWasKept)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('online', readAgainWhatWasKept)
  }
}
