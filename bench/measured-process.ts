import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '../tools/free-port.ts'
import { serverCommand } from '../tools/server-command.mjs'

const root = new URL('..', import.meta.url).pathname
const patienceMs = 60_000

/** A process under measurement that listens on a port of 127.0.0.1. */
export interface Measured {
  url: string
  pid: number
  /** The CPU time used so far, including system time. */
  cpuMs(): Promise<number>
  /** Its memory after a garbage collection: the total, and the part used by V8 and its buffers. */
  memory(): Promise<{ rss: number; used: number }>
  /** The 99th percentile of its event-loop delay since the last call. */
  delayMs(): Promise<number>
  /** Whether it counts for Prometheus, controlled by `switch-metrics.ts`. */
  count(is: boolean): Promise<void>
  /** The lines of its log so far. */
  log(): string[]
  stop(): Promise<void>
  /** Kills it, as a crash would. */
  kill(): Promise<void>
}

/** The folder for each process's log, whose writing is part of the work. */
export interface Room {
  folder: string
}

/** Starts Papadag. */
export function startPapadag(room: Room, env: Record<string, string>): Promise<Measured> {
  return startMeasured(room, serverCommand, { env })
}

/** Starts a program in production mode, and waits until `path` is answered. */
export async function startMeasured(
  { folder }: Room,
  program: string | readonly string[],
  {
    node = process.execPath,
    env = {},
    args = [],
    path = '/api/health',
  }: { node?: string; env?: Record<string, string>; args?: string[]; path?: string },
): Promise<Measured> {
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const logFile = join(folder, `${port}.log`)
  const log = openSync(logFile, 'w')
  // `npm start` caches compiled code (scripts/run.mjs), so `npm run bench` does so for everything it starts.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(node, ['--expose-gc', '--import', './bench/report-usage.ts', ...[program].flat(), ...args], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  // The processes end with the bench, even if it is killed.
  const goodbye = () => child.kill('SIGKILL')
  process.once('exit', goodbye)

  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + patienceMs
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${[program].flat().join(' ')} did not start:\n${readFileSync(logFile, 'utf8')}`)
    }
    await after(5)
  }
  return {
    url,
    pid: child.pid ?? Number.NaN,
    cpuMs: () => cpuMs(child),
    memory: () => memory(child),
    delayMs: () => usageOf<number>(child, 'delay'),
    async count(is) {
      await usageOf<boolean>(child, is ? 'counting' : 'silent')
    },
    log: () => readFileSync(logFile, 'utf8').split('\n').filter(Boolean),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      process.off('exit', goodbye)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
      process.off('exit', goodbye)
    },
  }
}

async function cpuMs(child: ChildProcess): Promise<number> {
  const { user, system } = await usageOf<NodeJS.CpuUsage>(child, 'cpu')
  return (user + system) / 1000
}

async function memory(child: ChildProcess) {
  const { rss, heapUsed, external } = await usageOf<NodeJS.MemoryUsage>(child, 'memory')
  return { rss, used: heapUsed + external }
}

async function usageOf<T>(child: ChildProcess, what: 'cpu' | 'memory' | 'delay' | 'counting' | 'silent'): Promise<T> {
  const answered = once(child, 'message')
  child.send(what)
  const [usage] = (await answered) as [T] // report-usage.ts sends it
  return usage
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
