import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../../packages/server/src/app/commands/table.ts'
import { checks } from '../check.ts'

const { scripts, bin }: { scripts: Record<string, string>; bin: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** What follows these words in the sources and documents; the changelog keeps the names of its time. */
function cited(words: string, name: string): string[] {
  const found = execFileSync(
    'git',
    ['grep', '-hoIP', `${words} \\K${name}`, '--', '.', ':!CHANGELOG.md', ':!bench/results', ':!scripts/rules'],
    { encoding: 'utf8' },
  )
  return [...new Set(found.trim().split('\n'))]
}

test('every npm script, check and command that a comment or document names exists', () => {
  const known = [...Object.keys(scripts), 'NAME', 'SCRIPT']
  expect(cited('npm run', '[a-z][\\w:-]*').filter(name => !known.includes(name))).toEqual([])
  expect(cited('npm run check --', '[a-z][\\w-]*').filter(name => !Object.hasOwn(checks, name))).toEqual([])
  const words = cited('npx papadag', '[a-z][\\w-]*')
  expect(words.filter(name => name !== 'help' && !Object.hasOwn(commands, name))).toEqual([])
  expect(words.length).toBeGreaterThan(5)
})

test('docs/operate.md has every operator’s command and every variable, and the README is one page', () => {
  const operate = readFileSync('docs/operate.md', 'utf8')
  for (const name of Object.keys(commands)) expect(operate).toContain(`npx papadag ${name}`)
  const configuration = operate.slice(operate.indexOf('## Configuration'), operate.indexOf('## Commands'))
  const source = readFileSync('packages/server/src/platform/config.ts', 'utf8')
  const variables = new Set(
    Array.from(source.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*): /g), ([, name = '']) => name),
  )
  expect(variables.size).toBeGreaterThan(40)
  // Set by what starts the server, not by the operator.
  variables.delete('NODE_ENV')
  expect([...variables].filter(name => !configuration.includes(`\`${name}\``))).toEqual([])
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThan(60)
})

test('operators have one command, and npm has only what developers run', () => {
  expect(bin).toEqual({ papadag: 'scripts/papadag.mjs' })
  // A town's week of broken playgrounds has been promised under this name.
  const promised = ['export:states']
  expect(Object.keys(scripts).filter(name => scripts[name]?.includes('papadag.mjs'))).toEqual(promised)
})
