import type { ESTree, Plugin } from 'vite'

/** The parts of a route that only the server reads. */
const serversOwn = /^(query|body|form|reply|summary|errors|status|sends|answers|isUncached|isForHidden)$/

/**
 * Gives the browser the contract without its schemas: routes lose what only the server uses, and computed values may be
 * dropped if unused, including zod. Forms use the schemas of single fields.
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
        // Works backwards, so that earlier positions remain valid.
        for (const statement of this.parse(code, { lang: 'ts' }).body.reverse()) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations.reverse()) {
            if (!init || !/\(|\.{3}/.test(code.slice(init.start, init.end))) continue
            replace(init.end, init.end, '))()')
            const shape =
              init.type === 'CallExpression' && nameOf(init.callee) === 'route' ? init.arguments[1] : undefined
            for (const property of shape?.type === 'ObjectExpression' ? shape.properties.reverse() : []) {
              // A repeated property may be empty, and costs nothing once minified.
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
