// A throwaway Redis for tests.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { accepts } from './accepts.ts'
import { freePort } from './free-port.ts'

/** A Redis server on a random port of 127.0.0.1 that writes no files. */
export type Redis = {
  url: string
  /** Restarts the server on the same port after `kill`. */
  start(): Promise<void>
  /** Kills the server, as `kill -9` or a crash would. */
  kill(): Promise<void>
  /** Suspends the server, and resumes it. */
  freeze(): void
  thaw(): void
}

/** Whether a Redis server can be started on this machine. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  // No password is needed: the server listens on this machine only and holds test data.
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  // The shell reads a pipe from this process; when it closes, this process is gone and the shell ends Redis.
  const guard = `"$@" & server=$!
    { read -r word <&3; kill -KILL $server; } 2>/dev/null &
    exec 3<&-; wait $server`
  let shell: ChildProcess | undefined

  async function start() {
    const launched = spawn('sh', ['-c', guard, 'sh', 'redis-server', ...settings], {
      detached: true, // Ctrl-C in a terminal is for the tests
      // Redis cannot start with the clock that `npm run check -- hours` moves.
      env: { ...process.env, LD_PRELOAD: '' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    shell = launched
    const deadline = Date.now() + 240_000
    while (!(await accepts(port))) {
      if (launched.exitCode !== null || Date.now() > deadline) throw new Error('Redis did not start.')
      await after(20)
    }
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      if (!shell?.pid || shell.exitCode !== null || shell.signalCode !== null) return
      const ended = once(shell, 'exit')
      process.kill(-shell.pid, 'SIGKILL')
      await ended
      // The shell may exit before the server, whose port must close before the next server can listen on it.
      while (await accepts(port)) await after(5)
    },
    freeze() {
      if (shell?.pid) process.kill(-shell.pid, 'SIGSTOP')
    },
    thaw() {
      if (shell?.pid) process.kill(-shell.pid, 'SIGCONT')
    },
  }
}
