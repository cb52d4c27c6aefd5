import type { Plugin } from 'vite'

const schemas = new Set(['query', 'body', 'reply'])

type Cut = { start: number; end: number; text: string }

/**
 * Lets the browser have the contract without its schemas, which only the server needs to answer: routes lose theirs,
 * other schemas go, and with them the way to zod, which then comes along with forms alone. Forms take the types of
 * single fields from `schema.ts`, which stays whole; asking another file for a schema fails the build.
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
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          if (statement.type === 'ImportDeclaration') {
            const { source, specifiers } = statement
            // Schemas have a capital, as types do; what is left is of use to a browser.
            const left = specifiers.map(({ local }) => local.name).filter(name => !/^[A-Z]/.test(name))
            const isGone = left.length === 0 || /^(zod\/mini|\.\/schema\.ts)$/.test(source.value)
            const text = isGone ? '' : `import { ${left.join(', ')} } from '${source.value}'`
            cuts.push({ ...rangeOf(statement), text })
            continue
          }
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          const [{ init } = { init: null }] = declaration.declarations
          if (init?.type !== 'CallExpression') continue
          const [, shape] = init.arguments
          const isRoute = init.callee.type === 'Identifier' && init.callee.name === 'route'
          if (!isRoute && usesZod(code.slice(init.start, init.end))) cuts.push({ ...rangeOf(statement), text: '' })
          if (!isRoute || shape?.type !== 'ObjectExpression') continue
          cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ ' })
          for (const property of shape.properties) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
            if (schemas.has(property.key.name)) cuts.push({ ...rangeOf(property.value), text: 'undefined' })
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

/** Whether an initialiser makes a schema: by zod, or by a function of the contract that hands out frames and fields. */
function usesZod(init: string) {
  return /\bz\.|^(clientFrame|serverFrame|text|filled|optionalText)\(/.test(init)
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
