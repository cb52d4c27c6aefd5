import {
  answerKey,
  nothing,
  type Preferences,
  preferencesKey,
  readConsentAgain,
} from '../../platform/session/consent.ts'

/** The version of the questions: changed questions are asked again. */
const version = 1

/** Stores the answer, and beside it the toggles, since they do not change it (specification 4). */
export function giveConsent(accepted: boolean, preferences: Preferences) {
  const chosen = accepted ? preferences : nothing
  localStorage.setItem(answerKey, String(accepted))
  localStorage.setItem(preferencesKey, JSON.stringify({ ...chosen, version, at: new Date().toISOString() }))
  readConsentAgain()
}
