import { browserStorage } from '../../platform/browser/storage.ts'
import {
  answerKey,
  nothing,
  type Preferences,
  preferencesKey,
  readConsentAgain,
} from '../../platform/session/consent.ts'

/** The version of the questions: changed questions are asked again. */
const version = 1

/** Stores the answer, and separately the toggles, since they do not change it (specification 4). */
export function giveConsent(accepted: boolean, preferences: Preferences) {
  const chosen = accepted ? preferences : nothing
  browserStorage.set(answerKey, String(accepted))
  browserStorage.set(preferencesKey, JSON.stringify({ ...chosen, version, at: new Date().toISOString() }))
  readConsentAgain()
}
