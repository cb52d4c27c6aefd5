import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { CleanUp } from '../durability/chat-scenarios.ts'

const needed = {
  haproxy: 'haproxy',
  etcd: 'etcd-server',
  patroni: 'patroni',
  'redis-server': 'redis-server',
  [`${postgresFolder()}/postgres`]: 'postgresql-15',
}

/** The Debian packages that this machine lacks. */
export function missingPackages(): string[] {
  return Object.entries(needed).flatMap(([program, name]) =>
    spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? [] : [name],
  )
}

export function postgresFolder() {
  return '/usr/lib/postgresql/15/bin'
}

export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

export interface Program {
  process: ChildProcess
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program that logs to a file in the folder and ends with the cluster. */
export function startProgram(
  folder: string,
  [command = '', ...args]: readonly string[],
  cleanUp: CleanUp,
  account?: Account,
): Program {
  const log = openSync(join(folder, `${command.split('/').at(-1)}-${args.at(-1)?.split('/').at(-1) ?? ''}.log`), 'a')
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], ...account })
  async function end(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  cleanUp.push(() => end('SIGKILL'))
  return { process: child, end }
}

/** Waits until a condition holds; otherwise throws an error that names it. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, ms = 90_000): Promise<number> {
  const startedMs = performance.now()
  while (!(await Promise.resolve(holds()).catch(() => false))) {
    if (performance.now() - startedMs > ms) throw new Error(`${what} did not happen within ${ms / 1000} s`)
    await after(50)
  }
  return performance.now() - startedMs
}

/** The processes of the PostgreSQL server on this data folder. */
export function processesOf(data: string): number[] {
  try {
    const pid = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...children].map(Number)
  } catch {
    return []
  }
}

/** Kills all processes of a PostgreSQL server at once. */
export function killPostgres(data: string): void {
  for (const pid of processesOf(data)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended together with the first one.
    }
  }
}
