import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The pages cited by comments, tests and documents, with their codes and sections. */
const pages = {
  safety: codesOf('docs/safety.md'),
  decision: codesOf('docs/choices.md'),
  contract: codesOf('docs/contract.md'),
}
const citations = execFileSync(
  'git',
  ['grep', '-hoIE', String.raw`\b(safety|decisions?|contract) [A-Z]?[0-9]+[^)."]*`],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .flatMap(text => citedIn(text))

test('every cited rule, decision and section of the contract exists in the documents', () => {
  const lost = citations.filter(({ page, code }) => !pages[page].has(code))
  expect(lost).toEqual([])
  expect(citations.length).toBeGreaterThan(50)
})

test('the documents define each code once', () => {
  for (const [file, pattern] of [
    ['docs/safety.md', /^- (S\d+) /gm],
    ['docs/choices.md', /^\| ([A-Z]\d+) \|/gm],
  ] as const) {
    const codes = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, code]) => code)
    expect(codes).toEqual([...new Set(codes)])
  }
})

/** Rules ("- S25 …"), rows ("| K10 |") and sections ("## 7. …"). */
function codesOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8')
  return new Set(
    [...text.matchAll(/^(?:- (S\d+) |\| ([A-Z]\d+) \||## (\d+)\. )/gm)].map(
      ([, rule, row, section]) => rule ?? row ?? section ?? '',
    ),
  )
}

/**
 * The codes cited in a text; one citation may name several: "safety S4, S7", "safety S33 to S35", "decisions V1 and
 * V2".
 */
function citedIn(text: string): { page: keyof typeof pages; code: string }[] {
  const [, name, codes] = /^(safety|decision|contract)s? ((?:(?:, | and | to | or )?[A-Z]?\d+\b)+)/.exec(text) ?? []
  if (!name || !codes) return []
  const page = name as keyof typeof pages // the pattern names the keys of `pages`
  return codes.split(/, | and | to | or /).map(code => ({ page, code }))
}
