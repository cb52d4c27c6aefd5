import type { Plugin } from 'vite'

const schemas = new Set(['query', 'body', 'reply'])

type Cut = { start: number; end: number; text: string }

/**
 * Lets the browser have a route without its schemas. What is declared at the top of a contract file is marked as
 * free of side effects, and routes lose what only a server needs, so that zod comes along with forms alone.
 */
export function bareContract(): Plugin {
  return {
    name: 'papadag-bare-contract',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const cuts: Cut[] = []
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (init?.type !== 'CallExpression') continue
            cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' })
            const [, shape] = init.arguments
            if (init.callee.type === 'Identifier' && init.callee.name === 'route' && shape?.type === 'ObjectExpression')
              for (const property of shape.properties) {
                if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
                const { key, value } = property
                if (schemas.has(key.name)) cuts.push({ start: value.start, end: value.end, text: 'undefined' })
              }
            cuts.push({ start: init.end, end: init.end, text: ')()' })
          }
        }
        return { code: apply(code, cuts), map: null }
      },
    },
  }
}

function apply(code: string, cuts: Cut[]) {
  let result = ''
  let at = 0
  for (const { start, end, text } of cuts) {
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}
