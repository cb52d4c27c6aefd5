import type { Language } from '@papadag/contract/limits'

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** Dutch date and time formats, with the names of a language. */
export function localeOf(language: string): string {
  return `${language}-NL`
}
