import { readFileSync } from 'node:fs'

/** One small error in the product that a test must notice. */
export type Mutation = { area: string; file: string; tests: string[]; from: string; to: string }

/** The mutations of mutations.txt. */
export function readMutations(): Mutation[] {
  const [, ...blocks] = readFileSync(new URL('mutations.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n\n')
  return blocks.map(block => {
    const [head = '', ...lines] = block.split('\n')
    const [, area = '', file = '', tests = ''] = /^(\S+) (\S+): (.+)$/.exec(head) ?? []
    const marked = (mark: string) =>
      lines
        .filter(line => line.startsWith(mark))
        .map(line => line.slice(1))
        .join('\n')
    return { area, file, tests: tests.split(' '), from: marked('-'), to: marked('+') }
  })
}
