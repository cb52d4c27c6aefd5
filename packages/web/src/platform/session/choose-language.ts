import type { Language } from '@papadag/contract/limits'
import { chosenLanguage, isLanguageChosen, keepLanguage, showLanguage } from '../language/language.ts'

/** Chooses a language: stored in this browser, shown immediately, and sent to the server. */
export async function chooseLanguage(language: Language) {
  keepLanguage(language)
  tell(language)
  await showLanguage(language)
}

/** Tells the server which language was chosen here before logging in. */
export function tellChosenLanguage() {
  if (isLanguageChosen()) tell(chosenLanguage())
}

function tell(language: Language) {
  // Loaded late. If it fails, the next login tells the server.
  import('./tell-language.ts').then(({ tellLanguage }) => tellLanguage(language)).catch(() => {})
}
