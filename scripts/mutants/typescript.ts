// Small errors in TypeScript: boundaries, negated and dropped conditions, dropped `await`, swapped arguments, units,
// time zones, limits, early returns. Embedded SQL has its own (sql.ts). Left out is what nobody encounters, such as
// looks and log texts; a limit that no clock hits exactly; and an `await` whose loss the linter reports anyway
// (no-floating-promises), so that only those remain that keep a failure inside their `try`.
import type { Change } from './mutant.ts'
import { sqlMutants } from './sql.ts'
import { child, children, isOnlyType, nameOf, type Syntax, walk } from './syntax.ts'

const boundaries: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const negated: Record<string, string> = { '===': '!==', '!==': '===' }

/** Constants whose value somebody chose. */
const limitName =
  /limit|max|min|most|least|longest|ms$|seconds|minutes|hours|days|times|every|after|within|attempts|budget|capacity|size|length/i
/** What neither a father nor an operator notices: log texts, counters, looks. */
const unnoticed = /^(log|logger|console|print|meters?|metrics|counters?|performance|buttonClass|classNames)$/
const looks = /^(className|style|class|strokeWidth|viewBox)$/

type Add = (kind: string, node: { start: number; end: number }, to: string) => void

export function mutantsOf(file: string, text: string): Change[] {
  const found = new Map<string, Change>()
  const source = ({ start, end }: Syntax) => text.slice(start, end)
  const add: Add = (kind, { start, end }, to) => {
    const key = `${start}-${end}-${to}`
    if (!found.has(key) && text.slice(start, end) !== to) found.set(key, { kind, start, end, to })
  }
  walk(file, text, ({ node, parents }) => {
    if (isOnlyType(node) || isUnnoticed(node)) return false
    const parent = parents[0]
    if (node.type === 'BinaryExpression') comparison(node, text, add)
    if (node.type === 'IfStatement') ifStatement(node, source, add)
    if (node.type === 'ConditionalExpression') negate(child(node, 'test'), source, add)
    if (node.type === 'LogicalExpression' && node.operator !== '??') sides(node, source, add)
    if (node.type === 'UnaryExpression' && node.operator === '!') not(node, parent, source, add)
    if (node.type === 'AwaitExpression' && parent?.type === 'ReturnStatement' && isTried(parents)) {
      const awaited = child(node, 'argument')
      if (awaited) add('dropped await', node, source(awaited))
    }
    if (node.type === 'CallExpression') call(node, source, add)
    if (node.type === 'Literal') literal(node, parents, add)
    if (node.type === 'Property' && nameOf(child(node, 'key')) === 'timeZone') {
      const value = child(node, 'value')
      if (value && !node.shorthand) add('time zone', value, "'UTC'")
    }
    if (node.type === 'TaggedTemplateExpression' && nameOf(child(node, 'tag')) === 'sql') sql(node, text, found)
    return true
  })
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end || (a.to < b.to ? -1 : 1))
}

function isUnnoticed(node: Syntax): boolean {
  if (node.type === 'JSXAttribute') return looks.test(nameOf(child(node, 'name')))
  if (node.type === 'Property') return looks.test(nameOf(child(node, 'key')))
  if (node.type !== 'CallExpression') return false
  const callee = child(node, 'callee')
  const named = callee?.type === 'MemberExpression' ? child(callee, 'object') : callee
  return unnoticed.test(nameOf(named))
}

function isTried(parents: readonly Syntax[]): boolean {
  const at = parents.findIndex(({ type }) => type === 'TryStatement' || type.includes('Function'))
  return parents[at]?.type === 'TryStatement'
}

/** A clock reading: no test and no user hits the exact moment. */
const clock = /\bnow\b|\bnow\(/

function comparison(node: Syntax, text: string, add: Add) {
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), String(node.operator)]
  if (!left || !right) return
  const start = text.indexOf(operator, left.end)
  const at = { start, end: start + operator.length }
  const boundary = boundaries[operator]
  const other = negated[operator]
  if (boundary && !clock.test(text.slice(node.start, node.end))) add('boundary', at, boundary)
  if (other) add('negated', at, other)
}

function ifStatement(node: Syntax, source: (node: Syntax) => string, add: Add) {
  const consequent = child(node, 'consequent')
  negate(child(node, 'test'), source, add)
  if (!consequent || child(node, 'alternate')) return
  const last = consequent.type === 'BlockStatement' ? children(consequent, 'body').at(-1) : consequent
  if (!last || !/^(Return|Throw|Continue|Break)Statement$/.test(last.type)) return
  // `throw new Error` states what cannot happen, mostly for the compiler.
  if (last.type === 'ThrowStatement' && nameOf(child(child(last, 'argument'), 'callee')) === 'Error') return
  add('early return', node, '{}')
}

/** Comparisons and compound conditions have their own mutants. */
function negate(test: Syntax | undefined, source: (node: Syntax) => string, add: Add) {
  if (!test || ['BinaryExpression', 'LogicalExpression', 'UnaryExpression'].includes(test.type)) return
  add('negated', test, `!(${source(test)})`)
}

function not(node: Syntax, parent: Syntax | undefined, source: (node: Syntax) => string, add: Add) {
  const argument = child(node, 'argument')
  const isTwice = parent?.type === 'UnaryExpression' || argument?.type === 'UnaryExpression'
  if (argument && !isTwice) add('negated', node, source(argument))
}

function sides(node: Syntax, source: (node: Syntax) => string, add: Add) {
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  if (!left || !right) return
  // `...(reason && { reason })` only leaves out what is undefined anyway.
  const bare = right.type === 'ParenthesizedExpression' ? child(right, 'expression') : right
  if (bare?.type === 'ObjectExpression' && children(bare, 'properties').some(one => source(one) === source(left)))
    return
  add('dropped condition', node, source(left))
  // A check that the compiler needs before the other side.
  if (!source(right).includes(`${source(left)}.`)) add('dropped condition', node, source(right))
}

const localTime = /^get(UTC)?(Hours|Minutes|Date|Day|Month|FullYear)$/

function call(node: Syntax, source: (node: Syntax) => string, add: Add) {
  const callee = child(node, 'callee')
  const property = child(callee, 'property')
  const name = nameOf(callee)
  const object = child(callee, 'object')
  if (object && name === 'filter' && nameOf(children(node, 'arguments')[0]) !== 'Boolean') {
    add('dropped condition', node, source(object))
  }
  if (property && localTime.test(name)) {
    add('time zone', property, name.startsWith('getUTC') ? name.replace('UTC', '') : name.replace('get', 'getUTC'))
  }
  if (name === 'min' || name === 'max') if (property) add('boundary', property, name === 'min' ? 'max' : 'min')
  const args = children(node, 'arguments')
  args.forEach((argument, at) => {
    const next = args[at + 1]
    if (next && areOfOneType(argument, next)) {
      const between = { start: argument.start, end: next.end }
      add('swapped', between, `${source(next)}, ${source(argument)}`)
    }
  })
}

const pairs = /^(.*?)(from|to|start|end|min|max|before|after|latitude|longitude|left|right|a|b|x|y|width|height)$/i

/** Guesses from names, since the parser knows no types: `viewerId, userId`, `from, to`, `a.x, a.y`. */
function areOfOneType(one: Syntax, other: Syntax): boolean {
  const [a, b] = [nameOf(one), nameOf(other)]
  const isName = (node: Syntax) => node.type === 'Identifier' || node.type === 'MemberExpression'
  if (!isName(one) || !isName(other) || a === b) return false
  const last = (name: string) => /[A-Z][a-z]+$/.exec(name)?.[0] ?? name
  return last(a) === last(b) || (pairs.test(a) && pairs.test(b))
}

function literal(node: Syntax, parents: readonly Syntax[], add: Add) {
  if (node.value === 'Europe/Amsterdam') return add('time zone', node, "'UTC'")
  const { value } = node
  if (typeof value !== 'number' || value < 2 || !isLimit(parents)) return
  if (value >= 1000 && value % 1000 === 0) add('unit', node, String(value / 1000))
  add('limit', node, String(value < 1000 ? value + 1 : value * 10))
}

/** Whether a number is the value of something named like a limit, alone or in a product. */
function isLimit(parents: readonly Syntax[]): boolean {
  const owner = parents.find(({ type }) => type !== 'BinaryExpression' && type !== 'ParenthesizedExpression')
  if (owner?.type === 'VariableDeclarator') return limitName.test(nameOf(child(owner, 'id')))
  if (owner?.type === 'Property') return limitName.test(nameOf(child(owner, 'key')))
  if (owner?.type === 'AssignmentPattern') return limitName.test(nameOf(child(owner, 'left')))
  return false
}

function sql(node: Syntax, text: string, found: Map<string, Change>) {
  const template = child(node, 'quasi')
  if (!template) return
  const start = template.start + 1
  let masked = text.slice(start, template.end - 1)
  for (const expression of children(template, 'expressions')) {
    const from = text.lastIndexOf('${', expression.start) - start
    const to = text.indexOf('}', expression.end) + 1 - start
    masked = masked.slice(0, from) + '$'.repeat(to - from) + masked.slice(to)
  }
  for (const change of sqlMutants(masked, start)) {
    const key = `${change.start}-${change.end}-${change.to}`
    if (!found.has(key)) found.set(key, change)
  }
}
