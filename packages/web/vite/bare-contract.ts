import type { Plugin } from 'vite'

/** What the server alone asks of a route. */
const serversOwn = new Set([
  'query',
  'body',
  'form',
  'reply',
  'summary',
  'errors',
  'status',
  'sends',
  'answers',
  'isUncached',
  'isForHidden',
])

/**
 * Lets the browser have the contract without its schemas: routes lose what the server alone asks of them, and whatever
 * is computed may be left out where nobody uses it, zod included. Forms use the schemas of single fields.
 */
export function bareContract(): Plugin {
  return {
    name: 'papadag-bare-contract',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const edits: { start: number; end: number; text: string }[] = []
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (!init || !code.slice(init.start, init.end).includes('(')) continue
            edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' })
            edits.push({ start: init.end, end: init.end, text: '))()' })
            if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'route')
              continue
            const [, shape] = init.arguments
            if (shape?.type !== 'ObjectExpression') continue
            for (const property of shape.properties) {
              if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
              if (!serversOwn.has(property.key.name)) continue
              // A property that is repeated may be empty, and costs nothing once it is minified.
              edits.push({ start: property.start, end: property.end, text: '...{}' })
            }
          }
        }
        edits.sort((a, b) => b.start - a.start)
        let result = code
        for (const { start, end, text } of edits) result = result.slice(0, start) + text + result.slice(end)
        return { code: result, map: null }
      },
    },
  }
}
