import { browserStorage } from '../browser/storage.ts'
import { createStore } from '../store.ts'

/** The permissions given in this browser; essential storage needs none (decision V1). */
export type Preferences = { location: boolean; analytics: boolean }

type Consent = {
  /** Undefined: not asked yet. */
  accepted: boolean | undefined
  preferences: Preferences
  /** The dialog was opened although there is an answer. */
  isAsking: boolean
}

export const answerKey = 'privacy_consent'
export const preferencesKey = 'privacy_preferences'

function read(): Consent {
  const answer = browserStorage.get(answerKey)
  const accepted = answer === null ? undefined : answer === 'true'
  // A refusal covers everything optional, whatever else is stored.
  return { accepted, preferences: accepted === false ? nothing : storedPreferences(), isAsking: false }
}

/** The preferences after a refusal. */
export const nothing: Preferences = { location: false, analytics: false }

function storedPreferences(): Preferences {
  try {
    // Not an exception on each first visit: to name its line, Chromium parses the whole script again.
    const stored: unknown = JSON.parse(browserStorage.get(preferencesKey) ?? '{}')
    return {
      location: (stored as Preferences).location !== false, // what we wrote, or nothing that has such a field
      analytics: (stored as Preferences).analytics === true,
    }
  } catch {
    return { location: true, analytics: false }
  }
}

const consent = createStore(read())

/** Reads the stored answer again and closes the dialog. */
export const readConsentAgain = () => consent.set(read())

/** Applies a choice made in another tab, but leaves an open dialog alone. */
export function followOtherTabs({ key }: StorageEvent) {
  // Without a key, everything was removed.
  if (key === null || key === answerKey || key === preferencesKey) {
    consent.set({ ...read(), isAsking: consent.get().isAsking })
  }
}

/** The answer stored in this browser, and whether the dialog has been requested. */
export const useConsent = consent.use

/** Whether the browser may be located; false until the question is answered. */
export function mayLocate(): boolean {
  const { accepted, preferences } = consent.get()
  return accepted !== undefined && preferences.location
}

/** Calls the listener when the answer changes; returns a function that stops it. */
export const onConsent = consent.watch

/** Opens the privacy settings again. */
export function askForConsent() {
  consent.set({ ...consent.get(), isAsking: true })
}
