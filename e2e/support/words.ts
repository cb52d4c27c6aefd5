import { globSync, readFileSync } from 'node:fs'
import type { Language } from '@papadag/contract/limits'

const web = new URL('../../packages/web/src/', import.meta.url)

/** The words of a language for an English text; `{name}` and the like are filled in. */
export function wordsIn(language: Language) {
  const known = new Map<string, string>()
  for (const file of globSync(`**/texts/${language}.po`, { cwd: web })) {
    const entries = readFileSync(new URL(file, web), 'utf8').matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)
    for (const [, id = '', words = ''] of entries) known.set(JSON.parse(id), JSON.parse(words))
  }
  return (text: string, filled: Readonly<Record<string, string>> = {}): string => {
    const words = known.get(text)
    if (!words) throw new Error(`${language} has no words for “${text}”.`)
    return words.replace(/\{(\w+)\}/g, (whole, name: string) => filled[name] ?? whole)
  }
}
