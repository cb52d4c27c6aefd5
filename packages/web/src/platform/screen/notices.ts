import { msg } from '@lingui/core/macro'
import type { IconName } from '@papadag/ui/pictures/icon'
import { useSyncExternalStore } from 'react'
import { type Text, translate } from '../language/translate.ts'
import { createWatchers } from '../watchers.ts'
import { screen } from './screen.ts'

export type Notice = {
  title: Text
  description?: Text | undefined
  tone?: 'default' | 'destructive'
  /** The icon; a check for a success. */
  icon?: IconName
  durationMs?: number
  action?: { label: Text; onClick: () => void }
  /** May wait until the current one has been shown for its time. */
  canWait?: boolean
}

/** A destructive toast of this session, kept for a user who missed it (decision V4). */
export type KeptNotice = { id: number; at: string; title: string; description: string | undefined }

let kept: readonly KeptNotice[] = []
// The number of these, and of notifications on the server, that he has not seen.
let unread = 0
let waiting = 0
let hasNotified = false
const { tell, watch } = createWatchers()

function keep(next: readonly KeptNotice[], unseen: number) {
  kept = next
  unread = unseen
  tell()
}

/** Shows a toast; failures are kept in the inbox too. */
export function notify({ title, description, action, canWait = false, ...rest }: Notice) {
  const words = { title: translate(title), description: description === undefined ? undefined : translate(description) }
  if (rest.tone === 'destructive') {
    keep(
      [{ ...words, id: (kept[0]?.id ?? 0) + 1, at: new Date().toISOString() }, ...kept].slice(0, 50),
      Math.min(unread + 1, 50),
    )
  }
  void showToast(
    { ...words, ...rest, ...(action && { action: { ...action, label: translate(action.label) } }) },
    canWait,
  )
}

// No screen needs toasts to be usable.
const loadToasts = () => import('@papadag/ui/layers/toast')

/** Loads the code of toasts early, since one of them announces that the network is gone. */
export function prepareToasts() {
  loadToasts().catch(() => {})
}

let busyUntilMs = 0

async function showToast(message: Parameters<typeof import('@papadag/ui/layers/toast').toast>[0], canWait: boolean) {
  try {
    const { toast } = await loadToasts()
    while (canWait && busyUntilMs > performance.now()) await pause(busyUntilMs - performance.now())
    busyUntilMs = performance.now() + (message.durationMs ?? screen.toastMs)
    toast(message)
    hasNotified = true
    tell()
  } catch {
    // The code cannot be loaded; the failure is in the inbox.
  }
}

function pause(ms: number) {
  return new Promise(done => setTimeout(done, ms))
}

/** Whether there ever was a notice; before that, the region is not needed. */
export function useHasNotified(): boolean {
  return useSyncExternalStore(watch, () => hasNotified)
}

/** The title for a failure without its own. */
export const errorTitle = msg`Error`

/** The description for a call that got no reply. */
export const noConnection = msg`There is no connection. Please try again when it is back.`

/** What a browser that keeps no cookies cannot do. */
export const noCookies = msg`Papadag needs cookies to keep you logged in. Allow them for this site in your browser, then reload the page.`

/** This session's destructive toasts, latest first. */
export function useKeptNotices() {
  return {
    notices: useSyncExternalStore(watch, () => kept),
    unread: useSyncExternalStore(watch, () => unread + waiting),
  }
}

/** The number of unread notifications on the server. */
export function showWaiting(count: number) {
  waiting = count
  tell()
}

export function markNoticesRead() {
  if (unread > 0) keep(kept, 0)
}

/** For the next user who signs in. */
export function forgetNotices() {
  waiting = 0
  keep([], 0)
  busyUntilMs = 0
}
