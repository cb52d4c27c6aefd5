import { type Language, languages } from '@papadag/contract/limits'

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** A language of the product; the first one, before any is chosen. */
export function knownLanguage(language: string): Language {
  return languages.find(one => one === language) ?? languages[0]
}

/** Dutch date and time formats, with the names of a language. */
export function localeOf(language: string): string {
  return `${knownLanguage(language)}-NL`
}
