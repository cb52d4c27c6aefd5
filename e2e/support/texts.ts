import { readFileSync } from 'node:fs'
import { type Language, languages } from '@papadag/contract/limits'

type Messages = Record<string, unknown>
type Compiled = { messages: Messages }

const dist = new URL('../../packages/web/dist/', import.meta.url)
const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', dist), 'utf8'),
)

const catalogues: { language: Language; messages: Messages }[] = await Promise.all(
  languages.map(async language => {
    // A language has several chunks, since the first screen waits only for the texts it needs.
    const chunks = Object.entries(manifest).filter(([key]) => key.startsWith(`src/platform/texts/${language}.po`))
    const parts: Compiled[] = await Promise.all(chunks.map(([, { file }]) => import(new URL(file, dist).href)))
    return { language, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) }
  }),
)

/**
 * Texts that may not be on a screen in this language: names of texts, and English texts that the language translates.
 */
export function foreignTexts(language: Language): Set<string> {
  const own = new Map(catalogues.map(catalogue => [catalogue.language, catalogue.messages])).get(language) ?? {}
  const english = catalogues.find(catalogue => catalogue.language === 'en')?.messages ?? {}
  const ownTexts = new Set(Object.values(own).flatMap(plainText))
  const foreign =
    language === 'en'
      ? []
      : Object.values(english)
          .flatMap(plainText)
          .filter(text => !ownTexts.has(text))
  return new Set([...Object.keys(english), ...foreign])
}

/**
 * The words of a text without placeholders, as they appear between its tags; a text with placeholders is never on its
 * own.
 */
function plainText(compiled: unknown): string[] {
  if (!Array.isArray(compiled) || compiled.length !== 1 || typeof compiled[0] !== 'string') return []
  return compiled[0].split(/<\/?\d+\/?>/).map(words => words.trim())
}
