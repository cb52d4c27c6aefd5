import { type Language, languages } from '@papadag/contract/limits'
import { isNightly } from '../../tools/nightly.ts'

/** A change waits only for German, which has the longest words; the nightly run takes all languages. */
const isAwaited = (language: Language) => language === 'de'

/** The tag of a test in this language. */
export const tagOf = (language: Language): string[] => (isAwaited(language) ? [] : ['@nightly'])

/** The languages for a test that goes through them itself. */
export const languagesNow: readonly Language[] = isNightly ? languages : languages.filter(isAwaited)
