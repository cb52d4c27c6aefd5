import { type Language, languages } from '@papadag/contract/limits'
import type { FindingName, FindingState, Finding as Shown } from '@papadag/contract/operations/operations'
import { redact } from '../../platform/files/redact.ts'
import type { Sentence } from '../../platform/texts.ts'
import { type Saying, sentences } from './sentences.ts'

/** The result of a check: in order, worth a look, broken, or not in use. */
export interface Finding {
  name: FindingName
  state: FindingState
  /** For the operator; contains no secret and nothing about members. */
  text: Sentence
}

type Words = Readonly<Record<string, string | number>>
export type Said = Omit<Finding, 'name'>
const finding =
  (state: FindingState) =>
  (saying: Saying, words: Words = {}): Said => ({
    state,
    text: filled(sentences[saying], words),
  })
export const ok = finding('ok')
export const look = finding('look')
export const broken = finding('broken')
export const off = finding('off')

function filled(sentence: Sentence, words: Words): Sentence {
  const fill = (language: Language) =>
    redact(sentence[language].replace(/\{(\w+)\}/g, (hole, name) => words[name]?.toLocaleString(language) ?? hole))
  const all = languages.map(language => [language, fill(language)])
  return Object.fromEntries(all) as Sentence // every language
}

/** A finding in English, for a command or a start that it ends. */
export function asSentence(saying: Saying, words: Words): string {
  return filled(sentences[saying], words).en
}

export type Checks = Readonly<Partial<Record<FindingName, () => Said | Promise<Said>>>>

/** Runs the checks in parallel and returns their results in order; a check that throws counts as broken. */
export function diagnose(checks: Checks): Promise<Finding[]> {
  const names = Object.keys(checks) as FindingName[] // its own keys
  return Promise.all(
    names.map(async name => {
      const said = await Promise.resolve()
        .then(() => checks[name]?.() ?? broken('verbatim', { text: name }))
        .catch((error: unknown) => broken('verbatim', { text: error instanceof Error ? error.message : String(error) }))
      return { name, ...said }
    }),
  )
}

const marks = { ok: '✓', look: '!', broken: '✗', off: '–' } as const

export function asLines(findings: readonly Finding[]): string {
  return findings.map(({ name, state, text }) => `${marks[state]} ${name}: ${text.en}`).join('\n')
}

export function inLanguage(findings: readonly Finding[], language: Language): Shown[] {
  return findings.map(({ text, ...finding }) => ({ ...finding, text: text[language] }))
}
