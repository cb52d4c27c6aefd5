import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testNames } from './test-names.ts'

const lines = readFileSync('docs/specification.md', 'utf8').split('\n')
const rows = lines.filter(line => line.startsWith('| ') && !line.startsWith('| Requirement |'))
const proof = /^`([^`]+\.test\.tsx?)` › (.+)$/

/** The entries of the second column. */
function proofsOf(row: string): string[] {
  return row.split(' | ')[1]?.replace(/ \|$/, '').split('<br>') ?? []
}

test('every section of the specification has its requirements', () => {
  const sections = lines.filter(line => line.startsWith('## ')).map(line => line.slice(3, 5))
  expect(sections).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'])
  expect(rows.length).toBeGreaterThan(300)
})

test('every requirement names an existing test', () => {
  const known = new Map<string, Set<string>>()
  const missing = rows.flatMap(row =>
    proofsOf(row).filter(words => {
      const [, file = '', name = ''] = proof.exec(words) ?? []
      if (!existsSync(file)) return true
      const names = known.get(file) ?? testNames(file)
      known.set(file, names)
      return !names.has(name)
    }),
  )
  expect(missing).toEqual([])
})
