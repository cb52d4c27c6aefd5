import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** The parts of a syntax tree that are used here. */
type Node = { type: string; [part: string]: unknown }

/**
 * The names of the tests in a file as written, with the placeholders of `test.each` and of templates. A grouped test is
 * listed with its groups' names before its own, and also by its own name alone if that is unique.
 */
export function testNames(file: string): Set<string> {
  const text = readFileSync(file, 'utf8')
  const titles: { full: string; own: string }[] = []
  function visit(part: unknown, groups: readonly string[]) {
    if (Array.isArray(part)) for (const one of part) visit(one, groups)
    if (!isNode(part)) return
    const own = part.type === 'CallExpression' ? titleOf(part, text) : undefined
    if (own !== undefined && isCallOf(part.callee, 'test')) titles.push({ full: [...groups, own].join(' › '), own })
    const isGroup = own !== undefined && isCallOf(part.callee, 'describe')
    for (const below of Object.values(part)) visit(below, isGroup ? [...groups, own] : groups)
  }
  visit(parseSync(file, text).program, [])
  const isOnly = (name: string) => titles.filter(({ own }) => own === name).length === 1
  return new Set(titles.flatMap(({ full, own }) => (isOnly(own) ? [full, own] : [full])))
}

/** The first argument of a call, if it is a string. */
function titleOf(call: Node, text: string): string | undefined {
  const [title] = Array.isArray(call.arguments) ? call.arguments : []
  if (!isNode(title)) return undefined
  if (title.type === 'Literal') return String(title.value)
  if (title.type !== 'TemplateLiteral') return undefined
  return text.slice(Number(title.start) + 1, Number(title.end) - 1)
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}

/** Whether a callee is `test` or `describe`, `test.describe`, or the result of `test.each(…)`. */
function isCallOf(called: unknown, name: 'test' | 'describe'): boolean {
  if (!isNode(called)) return false
  if (called.type === 'Identifier') return called.name === name
  if (called.type === 'MemberExpression')
    return name === 'describe' && isNode(called.property) && called.property.name === name
  const maker = called.type === 'CallExpression' ? called.callee : called.tag
  return isNode(maker) && maker.type === 'MemberExpression' && isCallOf(maker.object, name)
}
