import { DbUnavailable } from './db.ts'

const atMost = 100

interface Waiting<K, V> {
  key: K
  resolve: (value: V | PromiseLike<V>) => void
  reject: (error: unknown) => void
}

/**
 * Answers calls made within `withinMs` of each other with one statement: `ask` gets their keys and returns the answers
 * in the same order. If it fails, each key is asked separately, so that one cannot spoil the others.
 */
export function batched<K, V>(
  ask: (keys: readonly K[]) => Promise<readonly V[]>,
  withinMs = 0,
): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = []

  async function answer(all: readonly Waiting<K, V>[]) {
    try {
      const values = await ask(all.map(({ key }) => key))
      if (values.length !== all.length) throw new Error(`${values.length} answers to ${all.length} questions`)
      // Lengths are equal.
      for (const [at, { resolve }] of all.entries()) resolve(values[at] as V)
    } catch (error) {
      if (all.length === 1 || error instanceof DbUnavailable) for (const { reject } of all) reject(error)
      else for (const one of all) void answer([one])
    }
  }

  return key =>
    new Promise((resolve, reject) => {
      if (waiting.length === atMost) waiting = []
      const group = waiting
      if (group.push({ key, resolve, reject }) > 1) return
      setTimeout(() => {
        if (waiting === group) waiting = []
        void answer(group)
      }, withinMs)
    })
}
