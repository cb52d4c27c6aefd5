import { readFileSync } from 'node:fs'

/** A mutant that changes nothing a user or an operator could notice. */
export interface Accepted {
  file: string
  reason: string
  from: string
  to: string
}

/** The mutants of accepted.txt. */
export function accepted(): Accepted[] {
  const [, ...blocks] = readFileSync(new URL('accepted.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n\n')
  return blocks.map(block => {
    const [head = '', from = '', to = ''] = block.split('\n')
    const at = head.indexOf(': ')
    return { file: head.slice(0, at), reason: head.slice(at + 2), from: from.slice(1), to: to.slice(1) }
  })
}
