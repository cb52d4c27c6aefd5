import { limits } from '@papadag/contract/limits'
import {
  answerOf,
  equipment,
  type FactTerm,
  factKeys,
  isTied,
  type PlaceFacts,
  scales,
  wordKeys,
  wordsOf,
} from '@papadag/contract/places/facts'

/** A term that one lexeme stands for. */
type Term = Exclude<FactTerm, { key: 'open' | 'state' | 'toilet' }>

/** The lexemes of a term, all of which a place has that satisfies it. */
export function lexemesOf(term: Term): string[] {
  if (term.key === 'ages') return [`ages:${term.from}`, `ages:${term.to}`]
  return [term.key === 'equipment' ? `equipment:${term.device}` : `${term.key}:${term.words.join('|')}`]
}

/** Says that fathers contradict each other about this fact, so that it is unknown. */
export const tied = (key: string) => `${key}:?`

const ages = Array.from({ length: limits.childAgeMax + 1 }, (_, age): Term => ({ key: 'ages', from: age, to: age }))
const words = wordKeys.flatMap(key => {
  const all: readonly string[] = wordsOf[key]
  const single = all.map((word): Term => ({ key, words: [word] }))
  const orMore = scales.some(each => each === key)
    ? all.slice(0, -1).map((_, at): Term => ({ key, words: all.slice(at) }))
    : []
  return [...single, ...orMore]
})
const simple: readonly Term[] = [...ages, ...equipment.map((device): Term => ({ key: 'equipment', device })), ...words]

/** What a filter's index reads of a playground, as a `tsquery`; null where nothing is known. */
export function fitsOf(facts: PlaceFacts): string | null {
  const lexemes = [
    ...simple.filter(term => answerOf(term, { facts }) === 'yes').flatMap(lexemesOf),
    ...factKeys.filter(key => isTied(facts[key])).map(tied),
    ...(facts.toilet && facts.toilet.value !== 'none' && !isTied(facts.toilet) ? ['toilet'] : []),
    ...(facts.openingHours && !isTied(facts.openingHours) ? ['openingHours'] : []),
  ]
  return lexemes.length === 0 ? null : queryOf(lexemes)
}

/** These lexemes, all of them ours, as a `tsquery`. */
export function queryOf(lexemes: readonly string[]): string {
  return [...new Set(lexemes)].map(lexeme => `'${lexeme}'`).join(' & ')
}
