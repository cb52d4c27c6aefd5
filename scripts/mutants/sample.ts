import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from '../../tools/install.mjs'
import { areas, filesByArea } from './areas.ts'
import { applied, type Change, type Mutant } from './mutant.ts'
import { mutantsOf } from './typescript.ts'

export interface Sampled extends Mutant {
  area: string
}

interface SampleOptions {
  size: number
  seed: number
  /** The areas; all if there are none. */
  only: readonly string[]
  /** A part of the path of each file. */
  within?: string
}

/** `size` mutants, the same number from each area, picked by a seed: the same seed picks the same ones. */
export function sample({ size, seed, only, within = '' }: SampleOptions): Sampled[] {
  const files = filesByArea()
  const chosen = areas.filter(area => only.length === 0 || only.includes(area))
  return chosen.flatMap((area, at) => {
    const count = Math.floor(size / chosen.length) + (at < size % chosen.length ? 1 : 0)
    const named = (files.get(area) ?? []).filter(file => file.includes(within))
    const all = named.flatMap(file => mutantsIn(file).map(change => ({ area, file, ...change })))
    const random = mulberry32(seed * 31 + areas.indexOf(area))
    const picked: Sampled[] = []
    while (picked.length < count && all.length > 0) {
      const [mutant] = all.splice(Math.floor(random() * all.length), 1)
      if (mutant && isCode(mutant)) picked.push(mutant)
    }
    return picked
  })
}

const known = new Map<string, Change[]>()
function mutantsIn(file: string): Change[] {
  const found = known.get(file) ?? mutantsOf(file, readFileSync(join(root, file), 'utf8'))
  known.set(file, found)
  return found
}

function isCode(mutant: Mutant): boolean {
  const text = readFileSync(join(root, mutant.file), 'utf8')
  return parseSync(mutant.file, applied(text, mutant)).errors.length === 0
}

/** A small seeded random number generator, since Math.random takes no seed. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
