import { type Language, languages } from '@papadag/contract/limits'

/** One sentence in every language of the product; a missing one does not compile. */
export type Sentence = Readonly<Record<Language, string>>
/** A feature's sentences by code. */
export type Texts = Readonly<Record<string, Sentence>>

const known: ReadonlySet<string> = new Set(languages)
function isLanguage(value: string | undefined): value is Language {
  return value !== undefined && known.has(value)
}

/** The caller's language: his stored choice (cookie), or else his browser's, or else the product's default. */
export function languageOf(choice: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(choice)) return choice
  for (const wish of (acceptLanguage ?? '').split(',')) {
    const tag = wish.split(';')[0]?.trim().slice(0, 2).toLowerCase()
    if (isLanguage(tag)) return tag
  }
  return languages[0]
}
