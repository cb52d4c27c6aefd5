// The set-up of every test file while reach is read: records which statements it has reached.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'

const reached = new Map<string, Set<number>>()
Object.assign(globalThis, {
  __reached(file: string, start: number) {
    const starts = reached.get(file)
    if (starts) starts.add(start)
    else reached.set(file, new Set([start]))
  },
})

let begun = 0
let loaded = new Map<string, Set<number>>()
beforeAll(() => {
  begun = performance.now()
  loaded = new Map([...reached].map(([file, starts]) => [file, new Set(starts)]))
})
afterAll(() => {
  const test = expect.getState().testPath ?? ''
  const folder = process.env.MUTANTS_REACH ?? ''
  const ms = Math.round(performance.now() - begun)
  const reach = Object.fromEntries(
    [...reached].map(([file, starts]) => [file, { starts: [...starts], loaded: [...(loaded.get(file) ?? [])] }]),
  )
  const name = createHash('sha1').update(test).digest('hex')
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ test, ms, reach }))
})
