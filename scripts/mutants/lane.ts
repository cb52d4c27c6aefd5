// One place where mutants are tried: a copy of the tree, with a long-lived Vitest for each kind of database.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, pinnedNode, print } from '../../tools/install.mjs'
import { copyTree } from './copy.ts'
import { applied, type Mutant } from './mutant.ts'
import { createTypeCheck } from './types.ts'
import type { News, Noticed, Order } from './warm.ts'

/** How long tests wait in a broken product for something that comes soon or never. */
const patienceMs = 15_000
/** A run that takes this much longer than its tests usually do is waiting for something that no longer happens. */
const graceMs = 90_000

const endless = 'a run without end'
const crashed = 'a crash'

/** A test as the lane runs it: on PostgreSQL, or if that changes nothing, on its own database. */
export interface Test {
  file: string
  isElsewhere: boolean
  ms: number
}

export interface Lane {
  /** Returns the test that noticed the mutant; undefined if it survived. */
  try(mutant: Mutant, tests: readonly Test[]): Promise<string | undefined>
  /** Whether the compiler refuses the mutant: nobody could land that error. */
  isRefused(mutant: Mutant): Promise<boolean>
  remove(): Promise<void>
}

export function openLane(databaseUrl: string): Lane {
  const tree = copyTree()
  const types = createTypeCheck(tree.folder)
  const warm = new Map<boolean, Warm>()
  const sound = new Map<string, boolean>()
  const get = async (isElsewhere: boolean) => {
    const found =
      warm.get(isElsewhere) ?? (await startWarm(tree.folder, isElsewhere ? {} : { TEST_DATABASE_URL: databaseUrl }))
    warm.set(isElsewhere, found)
    return found
  }

  async function run(tests: readonly Test[], changed: string[], isElsewhere: boolean) {
    const chosen = tests.filter(test => test.isElsewhere === isElsewhere)
    if (chosen.length === 0) return undefined
    const { order } = await get(isElsewhere)
    const expectedMs = chosen.reduce((sum, { ms }) => sum + ms, 0)
    const noticed = await order(
      { tests: chosen.map(({ file }) => join(tree.folder, file)), changed },
      3 * expectedMs + graceMs,
    )
    if (noticed?.by === endless || noticed?.by === crashed) warm.delete(isElsewhere)
    return noticed
  }

  /** Whether a test passes here without a mutant: one that fails anyway would notice everything. */
  async function isSound(test: Test): Promise<boolean> {
    const found = sound.get(test.file) ?? (await run([test], [], test.isElsewhere)) === undefined
    if (!found && !sound.has(test.file)) print(`${test.file} fails without a mutant too, so it notices none.`)
    sound.set(test.file, found)
    return found
  }

  async function whileChanged<T>(mutant: Mutant, work: (path: string) => Promise<T>) {
    const path = join(tree.folder, mutant.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, applied(text, mutant))
    try {
      return await work(path)
    } finally {
      writeFileSync(path, text)
      for (const { forget } of warm.values()) forget(path)
    }
  }

  return {
    async try(mutant, tests) {
      const noticed = await whileChanged(
        mutant,
        async path => (await run(tests, [path], false)) ?? (await run(tests, [path], true)),
      )
      const test = tests.find(({ file }) => noticed?.file === join(tree.folder, file))
      if (!test || (await isSound(test))) return noticed?.by
      return this.try(
        mutant,
        tests.filter(({ file }) => file !== test.file),
      )
    },
    async isRefused(mutant) {
      await types.prepare(mutant.file)
      return whileChanged(mutant, () => types.refuses(mutant.file))
    },
    async remove() {
      await Promise.all([...warm.values()].map(({ end }) => end()))
      tree.remove()
    },
  }
}

interface Warm {
  order(order: Order, limitMs: number): Promise<Noticed | undefined>
  /** Tells it that a file has changed since the last order. */
  forget(path: string): void
  end(): Promise<void>
}

export async function startWarm(folder: string, env: Record<string, string>): Promise<Warm> {
  const child = spawn(pinnedNode, [join(folder, 'scripts/mutants/warm.ts')], {
    cwd: folder,
    env: { ...environment, TEST_DATABASE_URL: undefined, TEST_PATIENCE_MS: String(patienceMs), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let complaint = ''
  child.stderr?.on('data', data => {
    complaint = (complaint + data).slice(-4000)
  })
  const ended = once(child, 'exit')
  const kill = () => killTree(child)
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  const first = await Promise.race([once(child, 'message'), ended])
  if (child.exitCode !== null) throw new Error(`Vitest did not start:\n${complaint || String(first)}`)

  const stale = new Set<string>()
  return {
    forget: path => void stale.add(path),
    async order(order, limitMs) {
      const { promise, resolve } = Promise.withResolvers<Noticed | undefined>()
      let noticed: Noticed | undefined
      const hear = (news: News) => {
        if (news.is === 'noticed') noticed = news
        if (news.is === 'done') resolve(noticed)
      }
      const crash = () => resolve(noticed ?? { by: crashed })
      child.on('message', hear)
      child.once('exit', crash)
      const timer = setTimeout(() => {
        resolve({ by: endless })
        kill()
      }, limitMs)
      child.send({ ...order, changed: [...order.changed, ...stale] })
      stale.clear()
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        child.off('message', hear)
        child.off('exit', crash)
      }
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      const timer = setTimeout(kill, 20_000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Ends Vitest and its workers, which form one process group. */
function killTree(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
