import { globSync, readFileSync } from 'node:fs'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

// Expressions built from constants such as route paths, whose parts cannot match in two ways.
const builtFromConstants = [
  'packages/contract/src/pages.ts',
  'packages/contract/src/push.ts',
  'packages/server/src/platform/live/watching/watchable.ts',
  'packages/server/src/platform/pictures/s3-client.ts',
]

const files = globSync('packages/{contract,server,ui,web}/src/**/*.{ts,tsx}').filter(
  path => !/\.test\.tsx?$|\/testing\//.test(path),
)

interface Found {
  path: string
  pattern: string
  flags: string
}

function literalsOf(source: string, path: string) {
  const literals: Found[] = []
  const built: string[] = []
  const { program } = parseSync(path, source)
  const isRegExp = (callee: Expression) => callee.type === 'Identifier' && callee.name === 'RegExp'
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ path, ...node.regex })
    },
    NewExpression({ callee }) {
      if (isRegExp(callee)) built.push(path)
    },
    CallExpression({ callee }) {
      if (isRegExp(callee)) built.push(path)
    },
  }).visit(program)
  return { literals, built }
}

const isSuperLinear = ({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>) =>
  analyse({ source: pattern, flags }).reports.length > 0

const found = files.map(path => literalsOf(readFileSync(path, 'utf8'), path))

test('the check finds regular expressions, and tells quadratic ones from linear ones', () => {
  expect(found.flatMap(({ literals }) => literals).length).toBeGreaterThan(100)
  const [quadratic, linear] = literalsOf('/^\\d+\\.?\\d*$/; /^\\d+(\\.\\d*)?$/', 'a.ts').literals
  expect([quadratic, linear].map(one => one && isSuperLinear(one))).toEqual([true, false])
})

test('every regular expression runs in linear time', () => {
  expect(found.flatMap(({ literals }) => literals).filter(isSuperLinear)).toEqual([])
})

test('no regular expression is built from input', () => {
  expect(found.flatMap(({ built }) => built).sort()).toEqual(builtFromConstants)
})
