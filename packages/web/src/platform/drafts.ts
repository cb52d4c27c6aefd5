import { useState } from 'react'
import { tabStorage } from './browser/storage.ts'

const prefix = 'draft:'

// The drafts of the tab's storage; those of an expired session exist only here (safety S20).
const inMemory = new Map<string, unknown>()

export type Draft<T> = {
  /** The draft found when this screen opened; undefined if there is none or it no longer fits. */
  restored: T | undefined
  keep: (typed: T) => void
  forget: () => void
}

/**
 * Keeps typed input in this tab until it is sent, so that an error, an expired session or an accidental Back loses
 * nothing. `read` checks that the stored draft still fits the form.
 */
export function useDraft<T>(name: string, userId: number, read: (stored: unknown) => T | undefined): Draft<T> {
  const key = `${prefix}${userId}:${name}`
  const [restored] = useState(() => {
    const stored = find(key)
    return stored === undefined ? undefined : read(stored)
  })
  return {
    restored,
    keep(typed) {
      inMemory.set(key, typed)
      tabStorage.set(key, JSON.stringify(typed))
    },
    forget() {
      inMemory.delete(key)
      tabStorage.remove(key)
    },
  }
}

function find(key: string): unknown {
  if (inMemory.has(key)) return inMemory.get(key)
  const stored = tabStorage.get(key)
  if (stored === null) return undefined
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}

/** Removes drafts from storage. Those of the user who is expected to return stay in memory. */
export function wipeDrafts(expected?: { userId?: number | undefined }) {
  if (expected) keepDraftsOf(expected.userId)
  else inMemory.clear()
  for (const key of storedKeys()) {
    // Typed before a reload, so it is only in storage.
    if (expected) inMemory.set(key, find(key))
    tabStorage.remove(key)
  }
}

/** Removes all other users' drafts. */
export function keepDraftsOf(userId?: number) {
  const own = userId === undefined ? prefix : `${prefix}${userId}:`
  for (const key of storedKeys()) if (!key.startsWith(own)) tabStorage.remove(key)
  for (const key of inMemory.keys()) if (!key.startsWith(own)) inMemory.delete(key)
}

const storedKeys = () => tabStorage.names().filter(key => key.startsWith(prefix))
