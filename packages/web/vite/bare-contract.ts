import type { ESTree, Plugin } from 'vite'

/** The parts of a route that only the server reads. */
const serversOwn = /^(query|body|form|reply|summary|errors|status|sends|answers|isUncached|isForHidden)$/

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
      filter: { id: /\/packages\/contract\/src\/[\w/-]+\.ts$/ },
      handler(code) {
        let bare = code
        const replace = (start: number, end: number, text: string) => {
          bare = bare.slice(0, start) + text + bare.slice(end)
        }
        // From the end on, so that the positions before it stay.
        for (const statement of this.parse(code, { lang: 'ts' }).body.reverse()) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations.reverse()) {
            if (!init || !code.slice(init.start, init.end).includes('(')) continue
            replace(init.end, init.end, '))()')
            const shape =
              init.type === 'CallExpression' && nameOf(init.callee) === 'route' ? init.arguments[1] : undefined
            for (const property of shape?.type === 'ObjectExpression' ? shape.properties.reverse() : []) {
              // A property that is repeated may be empty, and costs nothing once it is minified.
              if (property.type === 'Property' && serversOwn.test(nameOf(property.key)))
                replace(property.start, property.end, '...{}')
            }
            replace(init.start, init.start, '/* @__PURE__ */ (() => (')
          }
        }
        return { code: bare, map: null }
      },
    },
  }
}

const nameOf = (node: ESTree.Node) => (node.type === 'Identifier' ? node.name : '')
