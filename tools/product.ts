import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { provideFirstData } from './first-data.ts'
import { freePort } from './free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = 'packages/server/src/app/main.ts'
/** In tests a product lives too short to get back the half second that optimising the embedded database takes. */
const forTests = process.env.VITEST || process.env.TEST_WORKER_INDEX ? ['--liftoff-only'] : []
/** A start or an end may take this long on a busy machine. */
const patienceMs = 240_000

/** A running Papadag with its own data, started as a person would start it. */
export type Product = {
  url: string
  dataDir: string
  databaseUrl: string | undefined
  /** Its output so far. */
  output(): string
  /** Whether its process has not ended. */
  isRunning(): boolean
  /** Stops it, and fails unless it exits cleanly; after SIGTERM it serves for two more seconds. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>
  /** Kills it, as `kill -9` would. */
  kill(): Promise<void>
}

/** The end of a start. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/** Creates a data folder for one test, with a function that removes it. */
export function temporaryDataDir(): { dataDir: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-data-'))
  return { dataDir: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts Papadag on a random port and waits until it answers and has printed its greeting. An empty folder gets the data
 * of a first start. `from` is the folder of its sources, if not these.
 */
export async function startProduct(
  env: { DATA_DIR: string } & Record<string, string>,
  from: string = root,
): Promise<Product> {
  const { DATA_DIR, DATABASE_URL, DEMO = 'on' } = env
  if (!DATABASE_URL && !existsSync(DATA_DIR)) {
    await provideFirstData(DATA_DIR, DEMO, async folder => {
      const first = await launchProduct({ DATA_DIR: folder, DEMO })
      await first.stop()
    })
  }
  return launchProduct(env, from)
}

async function launchProduct(env: { DATA_DIR: string } & Record<string, string>, from = root): Promise<Product> {
  const port = env.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = launch({ ...env, PORT: port }, from)
  const read = captureOutput(child)
  const output = () => read().stdout + read().stderr

  // It answers a moment before it prints the demo login.
  const hasStarted = async () => read().stdout.includes('Press Ctrl-C') && (await answers(`${url}/api/health`))
  const deadline = Date.now() + patienceMs
  while (!(await hasStarted())) {
    const ended = child.exitCode !== null || child.signalCode !== null
    if (ended || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`Papadag ${ended ? 'ended' : 'did not answer'} at its start:\n${output()}`)
    }
    await after(50)
  }

  return {
    url,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal = 'SIGINT') {
      const { code } = await end(child, signal)
      if (code !== 0) throw new Error(`Papadag ended with ${code ?? 'a kill'} instead of 0:\n${output()}`)
    },
    async kill() {
      await end(child, 'SIGKILL')
    },
  }
}

/** Starts Papadag where it cannot run, or stops it once it has printed `stopAt`, and waits for its end. */
export async function failToStart(env: Record<string, string>, { stopAt }: { stopAt?: string } = {}): Promise<Ending> {
  const child = launch({ PORT: String(await freePort()), ...env })
  const read = captureOutput(child)
  child.stdout?.on('data', () => {
    if (stopAt && read().stdout.includes(stopAt)) child.kill('SIGTERM')
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  return { code, signal, ...read() }
}

function launch(env: Record<string, string>, from = root): ChildProcess {
  // The tester's own configuration must not leak into the product.
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  return spawn(process.execPath, [...forTests, main], {
    cwd: from,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function captureOutput(child: ChildProcess) {
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', text => {
      said[stream] += text
    })
  }
  return () => said
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<{ code: number | null }> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await ended
    clearTimeout(timer)
  }
  return { code: child.exitCode }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}
