import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '@papadag/ui/icon'
import { useSyncExternalStore } from 'react'
import { screen } from './screen.ts'

/** A text of ours, or one that already is in the reader's language (the server's). */
export type Text = MessageDescriptor | string

export type Notice = {
  title: Text
  description?: Text | undefined
  tone?: 'default' | 'destructive'
  /** What it is about; a check is for what was done. */
  icon?: IconName
  durationMs?: number
  action?: { label: Text; onClick: () => void }
  /** It can wait: what is on the screen keeps its time. */
  canWait?: boolean
}

/** A destructive toast of this session, kept for whoever missed it (decision V4). */
export type KeptNotice = { id: number; at: string; title: string; description: string | undefined }

let kept: readonly KeptNotice[] = []
// How many of them, and of what the server holds for him, he has not seen.
let unread = 0
let waiting = 0
let hasNotified = false
const watchers = new Set<() => void>()

function keep(next: readonly KeptNotice[], unseen: number) {
  kept = next
  unread = unseen
  tellWatchers()
}

function tellWatchers() {
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The words of a text in the language on the screen. */
export function say(text: Text): string {
  return typeof text === 'string' ? text : i18n._(text)
}

/** Tells the user something in passing; what went wrong is kept in the inbox too. */
export function notify({ title, description, action, canWait = false, ...rest }: Notice) {
  const words = { title: say(title), description: description === undefined ? undefined : say(description) }
  if (rest.tone === 'destructive') {
    keep(
      [{ ...words, id: (kept[0]?.id ?? 0) + 1, at: new Date().toISOString() }, ...kept].slice(0, 50),
      Math.min(unread + 1, 50),
    )
  }
  void showToast({ ...words, ...rest, ...(action && { action: { ...action, label: say(action.label) } }) }, canWait)
}

// Not part of the entry: most visits need none.
const loadToasts = () => import('@papadag/ui/toast')

/** Fetches the code of toasts ahead: one of them has to say that there is no network any more. */
export function prepareToasts() {
  loadToasts().catch(() => {})
}

let busyUntilMs = 0

async function showToast(message: Parameters<typeof import('@papadag/ui/toast').toast>[0], canWait: boolean) {
  try {
    const { toast } = await loadToasts()
    while (canWait && busyUntilMs > performance.now()) await pause(busyUntilMs - performance.now())
    busyUntilMs = performance.now() + (message.durationMs ?? screen.toastMs)
    toast(message)
    hasNotified = true
    tellWatchers()
  } catch {
    // Its code is out of reach. What went wrong stands in the inbox.
  }
}

function pause(ms: number) {
  return new Promise(done => setTimeout(done, ms))
}

/** Whether there has been anything to say; before that nobody needs a place for it. */
export function useHasNotified(): boolean {
  return useSyncExternalStore(watch, () => hasNotified)
}

/** What a toast says when something failed and no feature gave it a title of its own. */
export const errorTitle = msg`Error`

/** Why a call failed that nobody answered. */
export const noConnection = msg`There is no connection. Please try again when there is one.`

/** This session's destructive toasts, latest first. */
export function useKeptNotices() {
  return {
    notices: useSyncExternalStore(watch, () => kept),
    unread: useSyncExternalStore(watch, () => unread + waiting),
  }
}

/** How much the server holds that is new to him. */
export function showWaiting(count: number) {
  waiting = count
  tellWatchers()
}

export function markNoticesRead() {
  if (unread > 0) keep(kept, 0)
}

/** For whoever signs in next. */
export function forgetNotices() {
  waiting = 0
  keep([], 0)
  busyUntilMs = 0
}
