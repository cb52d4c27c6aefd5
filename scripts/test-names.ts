import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** As much of a syntax tree as is looked at here. */
type Node = { type: string; [part: string]: unknown }

/** The names of the tests in a file, as they are written; those of `test.each` with their placeholders. */
export function testNames(file: string): Set<string> {
  const names = new Set<string>()
  function visit(part: unknown) {
    if (Array.isArray(part)) for (const one of part) visit(one)
    if (!isNode(part)) return
    if (part.type === 'CallExpression' && isTest(part.callee)) {
      const [name] = Array.isArray(part.arguments) ? part.arguments : []
      if (isNode(name) && name.type === 'Literal') names.add(String(name.value))
    }
    for (const below of Object.values(part)) visit(below)
  }
  visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return names
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}

/** `test(…)`, and what `test.each(…)` answers. */
function isTest(called: unknown): boolean {
  if (!isNode(called)) return false
  if (called.type === 'Identifier') return called.name === 'test'
  const maker = called.type === 'CallExpression' ? called.callee : called.tag
  return isNode(maker) && maker.type === 'MemberExpression' && isTest(maker.object)
}
