// The syntax tree of a file, walked with its ancestors.
import { parseSync } from 'oxc-parser'

export interface Syntax {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export interface Step {
  node: Syntax
  /** From the innermost outwards. */
  parents: readonly Syntax[]
}

/** Visits the nodes of a file from the outside in. If `enter` returns false, the node's content is skipped. */
export function walk(file: string, text: string, enter: (step: Step) => boolean) {
  const visit = (node: Syntax, parents: readonly Syntax[]) => {
    if (!enter({ node, parents })) return
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isSyntax(child)) visit(child, [node, ...parents])
    }
  }
  const { program } = parseSync(file, text)
  if (isSyntax(program)) visit(program, [])
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function child(node: Syntax | undefined, key: string): Syntax | undefined {
  const value = node?.[key]
  return isSyntax(value) ? value : undefined
}

export function children(node: Syntax | undefined, key: string): Syntax[] {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isSyntax) : []
}

/** The last name of an identifier or a member: `limits.title` is `title`. */
export function nameOf(node: Syntax | undefined): string {
  if (!node) return ''
  if (node.type === 'MemberExpression') return nameOf(child(node, 'property'))
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return typeof node.name === 'string' ? node.name : ''
}

/** Types, and code that never runs. */
export function isOnlyType({ type }: Syntax): boolean {
  const isCode = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSParameterProperty'].includes(
    type,
  )
  return type === 'ImportDeclaration' || (type.startsWith('TS') && !isCode)
}
