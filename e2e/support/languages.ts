import { type Language, languages } from '@papadag/contract/limits'

/** A change waits only for Dutch and for German, which has the longest words; the nightly run takes all languages. */
const isAwaited = (language: Language) => language === 'nl' || language === 'de'

/** The tag of a test in this language. */
export const tagOf = (language: Language): string[] => (isAwaited(language) ? [] : ['@nightly'])

/** The languages for a test that goes through them itself. */
export const languagesNow: readonly Language[] = process.env.NIGHTLY ? languages : languages.filter(isAwaited)
