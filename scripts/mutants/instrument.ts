// Records which statements of the product a test file reaches.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { child, children, isOnlyType, type Syntax, walk } from './syntax.ts'

const product = /^packages\/(contract|server|web)\/src\/.*\.tsx?$/
const notProduct = /\.test\.tsx?$|\.d\.ts$|\/testing\//

/**
 * Where the recorded parts of a file begin: the statements of functions, and the results of arrow functions. Code that
 * runs on loading is not recorded, since the test files of a worker share what is loaded.
 */
export function partsOf(file: string, text: string): { start: number; end: number; isStatement: boolean }[] {
  const parts: { start: number; end: number; isStatement: boolean }[] = []
  const add = ({ start, end }: Syntax, isStatement: boolean) => parts.push({ start, end, isStatement })
  walk(file, text, ({ node }) => {
    if (isOnlyType(node)) return false
    const statements =
      node.type === 'BlockStatement' || node.type === 'FunctionBody'
        ? children(node, 'body')
        : node.type === 'SwitchCase'
          ? children(node, 'consequent')
          : []
    for (const statement of statements) {
      if (!/^TS/.test(statement.type) && !('directive' in statement && statement.directive)) add(statement, true)
    }
    const body = child(node, 'body')
    if (node.type === 'ArrowFunctionExpression' && body && !/Block|FunctionBody/.test(body.type)) add(body, false)
    return true
  })
  return parts
}

export function instrument(root: string): Plugin {
  return {
    name: 'reached',
    enforce: 'pre',
    // Not a transform, which would undo those of the plugins before it, such as the macros of the texts.
    load(id) {
      const path = id.split('?')[0] ?? ''
      const file = relative(root, path)
      if (!product.test(file) || notProduct.test(file)) return undefined
      const text = readFileSync(path, 'utf8')
      return instrumented(file, text)
    },
  }
}

function instrumented(file: string, text: string): string {
  const inserts: { at: number; order: number; insert: string }[] = []
  for (const { start, end, isStatement } of partsOf(file, text)) {
    const note = `globalThis.__reached?.(${JSON.stringify(file)},${start})`
    if (isStatement) inserts.push({ at: start, order: -start, insert: `;${note};` })
    else inserts.push({ at: start, order: -start, insert: `(${note},` }, { at: end, order: start, insert: ')' })
  }
  inserts.sort((a, b) => b.at - a.at || a.order - b.order)
  return inserts.reduce((code, { at, insert }) => code.slice(0, at) + insert + code.slice(at), text)
}
