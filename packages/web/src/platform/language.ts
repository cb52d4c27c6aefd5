import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { type Language, languages } from '@papadag/contract/limits'

const storageKey = 'language'
const year = 365 * 24 * 3600

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

type Catalogue = () => Promise<{ messages: Messages }>

// The words of the shell and of home; see vite/first.ts.
const firstTexts: Record<Language, Catalogue> = {
  nl: () => import('./texts/nl.po'),
  en: () => import('./texts/en.po'),
  de: () => import('./texts/de.po'),
  fr: () => import('./texts/fr.po'),
  es: () => import('./texts/es.po'),
}

/** The words of the page to sign in, those of what the first screens load soon, or those of all other pages. */
export type LaterPart = 'auth' | 'soon' | 'others'

const laterTexts: Record<LaterPart, Record<Language, Catalogue>> = {
  auth: {
    nl: () => import('./texts/nl.po?auth'),
    en: () => import('./texts/en.po?auth'),
    de: () => import('./texts/de.po?auth'),
    fr: () => import('./texts/fr.po?auth'),
    es: () => import('./texts/es.po?auth'),
  },
  soon: {
    nl: () => import('./texts/nl.po?soon'),
    en: () => import('./texts/en.po?soon'),
    de: () => import('./texts/de.po?soon'),
    fr: () => import('./texts/fr.po?soon'),
    es: () => import('./texts/es.po?soon'),
  },
  others: {
    nl: () => import('./texts/nl.po?others'),
    en: () => import('./texts/en.po?others'),
    de: () => import('./texts/de.po?others'),
    fr: () => import('./texts/fr.po?others'),
    es: () => import('./texts/es.po?others'),
  },
}

const needed = new Set<LaterPart>()
// The language chosen last; the catalogue of another may arrive later.
let wanted: Language | undefined

/** Fetches the words of pages beyond home, for the language on the screen and for any chosen later. */
export async function loadTexts(part: LaterPart) {
  needed.add(part)
  const language = chosenLanguage()
  const { messages } = await laterTexts[part][language]()
  i18n.load(language, messages)
}

function isLanguage(value: string | null): value is Language {
  return languages.some(language => language === value)
}

/** The language this browser chose before, or that of the page it came from, or the product's own. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  // The server sets it for who opens an invitation.
  const [, shown = null] = /(?:^|; )language=(\w+)/.exec(document.cookie) ?? []
  return isLanguage(shown) ? shown : languages[0]
}

/** Switches to a language without storing the choice. */
export async function showLanguage(language: Language) {
  wanted = language
  const later = [...needed].map(part => laterTexts[part][language]())
  const parts = await Promise.all([firstTexts[language](), ...later])
  if (wanted !== language) return
  for (const { messages } of parts) i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = language
  // The server reads this cookie to choose preloads and the language of refusals.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=${year}; SameSite=Lax`
}

/** Chooses a language: stored in this browser, shown at once, and told to the server. */
export async function chooseLanguage(language: Language) {
  localStorage.setItem(storageKey, language)
  tell(language)
  await showLanguage(language)
}

/** Tells the server what was chosen here before somebody signed in. */
export function tellChosenLanguage() {
  if (localStorage.getItem(storageKey)) tell(chosenLanguage())
}

function tell(language: Language) {
  // Kept out of the first screen. Without a network the next sign-in tells it.
  import('./tell-language.ts').then(({ tellLanguage }) => tellLanguage(language)).catch(() => {})
}

/** The language on the screen. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return isLanguage(i18n.locale) ? i18n.locale : languages[0]
}

/** The Dutch way of writing dates and times, in the words of a language. */
export function localeOf(language: string): string {
  return `${language}-NL`
}
