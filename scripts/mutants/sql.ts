// Small errors in SQL: boundaries, dropped and negated conditions, intervals, time zones, swapped greatest and least.
import type { Change } from './mutant.ts'

interface Token {
  text: string
  start: number
  end: number
  /** The number of parentheses around it. */
  depth: number
  /** The clause it belongs to at its depth: `where`, `set`… */
  clause: string
}

const pattern = /--[^\n]*|'(?:[^']|'')*'|[\w"$.]+|<=|>=|<>|=>|::|->>|->|\|\||[^\s\w]/g
const clauses = new Set(
  'select from where on having set when then else values returning using group order limit'.split(' '),
)
/** The tokens that end a condition at the same depth. */
const ends = new Set(
  `select from where on having set when then else end returning using group order limit union except intersect
   join left right inner cross full window offset fetch for as do , ;`.split(/\s+/),
)
const swapped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  least: 'greatest',
  greatest: 'least',
  min: 'max',
  max: 'min',
  asc: 'desc',
  desc: 'asc',
}
const shorter: Record<string, string> = {
  second: 'millisecond',
  minute: 'second',
  hour: 'minute',
  day: 'hour',
  week: 'day',
  month: 'day',
  year: 'month',
}

/** The mutants of one SQL text, in which every `${…}` is replaced by as many `$`. Offsets count from `offset`. */
export function sqlMutants(text: string, offset: number): Change[] {
  const tokens = tokensOf(text)
  const found: Change[] = []
  const add = (kind: string, start: number, end: number, to: string) =>
    found.push({ kind, start: offset + start, end: offset + end, to })
  tokens.forEach((token, at) => {
    const previous = tokens[at - 1]?.text ?? ''
    const next = tokens[at + 1]
    const word = token.text.toLowerCase()
    const to = swapped[word]
    const isCall = next?.text === '('
    if (to && (!/^m|^l|^g/.test(word) || isCall) && !isClock(tokens, at))
      add('sql boundary', token.start, token.end, to)
    if (word === '=' && token.clause !== 'set') add('sql negated', token.start, token.end, '<>')
    if (word === '<>') add('sql negated', token.start, token.end, '=')
    if (word === 'not' && next?.text === 'exists') add('sql negated', token.start, next.start, '')
    if (word === 'not' && previous === 'is') add('sql negated', token.start, next?.start ?? token.end, '')
    if (word === 'null' && previous === 'is') add('sql negated', token.start, token.end, 'not null')
    if ((word === '-' || word === '+') && /now|current/.test(before(tokens, at))) {
      add('sql time', token.start, token.end, word === '-' ? '+' : '-')
    }
    if (previous === 'interval') addInterval(token, add)
    if (previous === 'zone' && word !== "'utc'") add('time zone', token.start, token.end, "'UTC'")
    if (word === 'and' || word === 'or') addDropped(tokens, at, add)
    if (word === 'where' || word === 'on') addAlone(tokens, at, add)
  })
  return found
}

/** Whether one side of a comparison is `now()`: no test and no user hits the exact moment. */
function isClock(tokens: readonly Token[], at: number): boolean {
  const isComparison = /^[<>]/.test(tokens[at]?.text ?? '')
  return isComparison && (tokens[at + 1]?.text === 'now' || tokens[at - 3]?.text === 'now')
}

type Add = (kind: string, start: number, end: number, to: string) => void

/** A comparison without one of its sides: `a and b` becomes `a`, and also `b` if nothing precedes `a`. */
function addDropped(tokens: readonly Token[], at: number, add: Add) {
  const token = tokens[at]
  if (!token || isOfBetween(tokens, at)) return
  const isOr = token.text.toLowerCase() === 'or'
  const right = endOf(tokens, at + 1, isOr ? ['or'] : ['and', 'or'])
  if (right > token.end) add('sql dropped', token.start, right, '')
  const left = startOf(tokens, at - 1, isOr)
  if (left) add('sql dropped', left.start, tokens[at + 1]?.start ?? token.end, '')
}

/** A condition on its own becomes `true`. */
function addAlone(tokens: readonly Token[], at: number, add: Add) {
  const first = tokens[at + 1]
  if (!first || first.text === 'conflict' || first.text === 'true') return
  const end = endOf(tokens, at + 1, ['and', 'or'])
  const after = tokens.find(({ start }) => start >= end)
  if (after && after.depth === first.depth && /^(and|or)$/i.test(after.text)) return
  if (end > first.start) add('sql dropped', first.start, end, 'true')
}

function endOf(tokens: readonly Token[], from: number, also: readonly string[]): number {
  const depth = tokens[from]?.depth ?? 0
  let end = tokens[from]?.start ?? 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || token.depth < depth) return end
    const word = token.text.toLowerCase()
    const isEnd = ends.has(word) && !(word === 'from' && tokens[at - 1]?.text === 'distinct')
    if (token.depth === depth && (isEnd || (also.includes(word) && !isOfBetween(tokens, at)))) return end
    end = token.end
  }
  return end
}

/** The first token of the first side, unless its other side is an `and` or `or` too. */
function startOf(tokens: readonly Token[], from: number, isOr: boolean): Token | undefined {
  const depth = tokens[from]?.depth ?? 0
  let first: Token | undefined
  for (let at = from; at >= 0; at--) {
    const token = tokens[at]
    if (!token || token.depth < depth) return first
    const word = token.text.toLowerCase()
    if (token.depth === depth && ends.has(word) && !(word === 'from' && tokens[at - 1]?.text === 'distinct')) {
      return first
    }
    if (token.depth === depth && (word === 'or' || (word === 'and' && !isOr))) return undefined
    first = token
  }
  return first
}

/** Whether this `and` belongs to a `between`. */
function isOfBetween(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.text.toLowerCase() !== 'and') return false
  for (let before = at - 1; before >= 0; before--) {
    const other = tokens[before]
    if (!other || other.depth < token.depth) return false
    if (other.depth > token.depth) continue
    if (other.text.toLowerCase() === 'between') return true
    if (/^(and|or|where|on|when)$/i.test(other.text)) return false
  }
  return false
}

function addInterval(token: Token, add: Add) {
  const [, count = '', space = '', unit = ''] = /^'(\d+)( )([a-z]+?)s?'$/.exec(token.text) ?? []
  const less = shorter[unit]
  if (less) add('unit', token.start, token.end, `'${count}${space}${less}'`)
  if (count) add('limit', token.start, token.end, `'${Number(count) * 2}${space}${unit}'`)
}

/** The word before an operator, with its parentheses: `now()`. */
function before(tokens: readonly Token[], at: number): string {
  return tokens
    .slice(Math.max(0, at - 3), at)
    .map(({ text }) => text)
    .join('')
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const open: string[] = ['']
  for (const match of text.matchAll(pattern)) {
    const [found] = match
    if (found.startsWith('--')) continue
    // A parenthesis belongs to its surroundings.
    if (found === ')' && open.length > 1) open.pop()
    if (clauses.has(found.toLowerCase())) open[open.length - 1] = found.toLowerCase()
    const depth = open.length - 1
    tokens.push({ text: found, start: match.index, end: match.index + found.length, depth, clause: open.at(-1) ?? '' })
    if (found === '(') open.push('')
  }
  return tokens
}
