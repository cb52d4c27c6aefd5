import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/install.mjs'
import { linesOf } from './mutant.ts'
import { mutantsOf } from './typescript.ts'

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

/** Those that can no longer be made, since the source has changed. */
export function outdated(): Accepted[] {
  return accepted().filter(({ file, from, to }) => {
    if (!existsSync(join(root, file))) return true
    const text = readFileSync(join(root, file), 'utf8')
    return !mutantsOf(file, text).some(change => {
      const lines = linesOf(text, change)
      return lines.from === from && lines.to === to
    })
  })
}
