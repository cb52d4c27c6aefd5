import type { Plugin } from 'vite'

/** Fields of a route that only the server needs. */
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

type Cut = { start: number; end: number; text: string }

/**
 * Lets the browser have the contract without its schemas, which only the server needs to answer: routes lose theirs and
 * what else the server alone asks of them, other schemas go, and with them the way to zod, which then comes along with
 * forms alone. Forms take the types of single fields from `schema.ts`, which stays whole; asking another file for a
 * schema fails the build.
 */
export function bareContract(): Plugin {
  return {
    name: 'papadag-bare-contract',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: { include: /\/packages\/contract\/src\/[\w-]+\.ts$/, exclude: /\/schema\.ts$/ } },
      handler(code) {
        const cuts: Cut[] = []
        // Names that are no longer there; what is made of them goes as well.
        const gone = new Set<string>()
        const mentions = ({ start, end }: { start: number; end: number }, names = /^/) =>
          (code.slice(start, end).match(/[\w$]+/g) ?? []).some(word => gone.has(word) && names.test(word))
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          if (statement.type === 'ImportDeclaration') {
            const { source, specifiers } = statement
            const isSchemas = /^(zod\/mini|\.\/(schema|problems|position)\.ts)$/.test(source.value)
            // Schemas have a capital, as types do; what is left is of use to a browser.
            const names = specifiers.map(({ local }) => local.name)
            const left = names.filter(name => !isSchemas && !/^[A-Z]/.test(name))
            for (const name of names) if (!left.includes(name)) gone.add(name)
            const text = left.length === 0 ? '' : `import { ${left.join(', ')} } from '${source.value}'`
            cuts.push({ ...rangeOf(statement), text })
            continue
          }
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type === 'FunctionDeclaration') {
            // A name with a capital is a type here: a function that makes schemas calls zod.
            if (!declaration.id || !mentions(declaration, /^[a-z]/)) continue
            gone.add(declaration.id.name)
            cuts.push({ ...rangeOf(statement), text: '' })
            continue
          }
          if (declaration?.type !== 'VariableDeclaration') continue
          const [{ id, init } = { id: null, init: null }] = declaration.declarations
          if (id?.type !== 'Identifier' || !init) continue
          const route =
            init.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'route'
              ? init
              : undefined
          if (!route) {
            if (!mentions(init)) continue
            gone.add(id.name)
            cuts.push({ ...rangeOf(statement), text: '' })
            continue
          }
          cuts.push({ start: route.start, end: route.start, text: '/* @__PURE__ */ ' })
          const [, shape] = route.arguments
          if (shape?.type !== 'ObjectExpression') continue
          for (const property of shape.properties) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
            if (!serversOwn.has(property.key.name)) continue
            const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
            cuts.push({ start: property.start, end: property.end + comma, text: '' })
          }
        }
        return { code: apply(code, cuts), map: null }
      },
    },
  }
}

function rangeOf({ start, end }: { start: number; end: number }) {
  return { start, end }
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
