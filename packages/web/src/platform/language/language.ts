import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { type Language, languages } from '@papadag/contract/limits'
import { browserStorage, readCookie, writeCookie } from '../browser/storage.ts'

const storageKey = 'language'
const yearS = 365 * 24 * 3600

type Words = { messages: Messages }

/** Each language's texts in parts; see vite/load-order.ts. */
const texts = {
  shell: import.meta.glob<Words>('../texts/*.po'),
  auth: import.meta.glob<Words>('../texts/*.po', { query: '?auth' }),
  playdates: import.meta.glob<Words>('../texts/*.po', { query: '?playdates' }),
  map: import.meta.glob<Words>('../texts/*.po', { query: '?map' }),
  chat: import.meta.glob<Words>('../texts/*.po', { query: '?chat' }),
  idle: import.meta.glob<Words>('../texts/*.po', { query: '?idle' }),
  viewport: import.meta.glob<Words>('../texts/*.po', { query: '?viewport' }),
  rare: import.meta.glob<Words>('../texts/*.po', { query: '?rare' }),
  onOpen: import.meta.glob<Words>('../texts/*.po', { query: '?onOpen' }),
  others: import.meta.glob<Words>('../texts/*.po', { query: '?others' }),
}

/** The texts that load after those of the shell and home. */
export type LaterPart = Exclude<keyof typeof texts, 'shell'>

async function wordsOf(part: keyof typeof texts, language: Language): Promise<Words> {
  return (await texts[part][`../texts/${language}.po`]?.()) ?? { messages: {} }
}

const needed = new Set<LaterPart>()
// The language chosen last; the catalogue of another one may arrive later.
let wanted: Language | undefined

/** Whether a text was rendered before its catalogue arrived. */
let isMissing = false
i18n.on('missing', () => {
  isMissing = true
})

/** Loads texts beyond those of the shell and home, for the current language and any chosen later. */
export async function loadTexts(part: LaterPart) {
  needed.add(part)
  // Reading the cookie again would wait for another process of the browser.
  const language = wanted ?? chosenLanguage()
  const { messages } = await wordsOf(part, language)
  // `load` renders every text on the screen again, which is needed only if one of them was rendered untranslated.
  if (language === i18n.locale && !isMissing) return void Object.assign(i18n.messages, messages)
  isMissing = false
  i18n.load(language, messages)
}

function isLanguage(value: string | null): value is Language {
  return languages.some(language => language === value)
}

/** The language chosen earlier in this browser, or else that of the referring page, or else the product's. */
export function chosenLanguage(): Language {
  const stored = browserStorage.get(storageKey)
  if (isLanguage(stored)) return stored
  // The server sets it for visitors of an invitation.
  const shown = readCookie(storageKey) ?? null
  return isLanguage(shown) ? shown : languages[0]
}

/** Switches to a language without storing the choice. */
export async function showLanguage(language: Language) {
  wanted = language
  const parts = await Promise.all((['shell', ...needed] as const).map(part => wordsOf(part, language)))
  if (wanted !== language) return
  for (const { messages } of parts) i18n.load(language, messages)
  i18n.activate(language)
  // Assigning even the same language makes the browser compute every style again.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
  // The server reads this cookie to choose preloads and the language of refusals.
  writeCookie(storageKey, language, yearS)
}

export const isLanguageChosen = () => Boolean(browserStorage.get(storageKey))
export const keepLanguage = (language: Language) => browserStorage.set(storageKey, language)

/** The current language. */
export function useLanguage(): Language {
  const { i18n } = useLingui()
  return isLanguage(i18n.locale) ? i18n.locale : languages[0]
}
