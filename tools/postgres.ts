// A throwaway PostgreSQL for tests. As a command, `node tools/postgres.ts <command>` runs the command with
// TEST_DATABASE_URL and TEST_DATABASE_SOCKET in its environment and removes everything afterwards.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { accepts } from './accepts.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server on a random port of 127.0.0.1. */
export type Postgres = {
  /** A connection as the server's owner, with which tests create their databases. */
  url: string
  /** The folder of its Unix socket. */
  socket: string
  /** Restarts the server on the same port and data after `stop` or `kill`. */
  start(): Promise<void>
  /** Stops the server cleanly, as an administrator would: connections are ended and data is flushed. */
  stop(): Promise<void>
  /** Kills the server, as `kill -9` or a crash would. */
  kill(): Promise<void>
  /** Stops the server and removes its files. */
  remove(): Promise<void>
}

/** The folder of PostgreSQL's programs; undefined if it is not installed. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find(folder => ['initdb', 'postgres', 'psql'].every(program => isExecutable(join(folder, program))))
}

/** Creates a database on the server at `url` and returns its address. */
export function createDatabase(url: string, name: string): string {
  const psql = join(findPostgres() ?? '', 'psql')
  execFileSync(psql, ['--no-psqlrc', '--quiet', '--dbname', url, '--command', `create database "${name}"`])
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/**
 * Creates and starts a PostgreSQL server in a temporary folder, as durable as in production. Tests that need no
 * durability can have one that does not wait for the disk.
 */
export async function startPostgres({ isDurable = true } = {}): Promise<Postgres> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed: neither on the PATH nor in /usr/lib/postgresql.')
  const folder = mkdtempSync(join(tmpdir(), 'papadag-postgres-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })

  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? unprivileged() : undefined
  if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)
  const options = { cwd: folder, ...account }
  initialise(programs, { folder, data, passwordFile, options })

  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    ...(isDurable ? ['synchronous_commit=on'] : ['fsync=off', 'full_page_writes=off']),
  ]
  const args = ['-D', data, ...settings.flatMap(setting => ['-c', setting])]
  let shell: ChildProcess | undefined

  async function start() {
    const deadline = Date.now() + 240_000
    for (;;) {
      const launched = launch()
      while (launched.exitCode === null && Date.now() < deadline) {
        if ((await accepts(port)) && isReady(data)) return
        await after(50)
      }
      // After a kill some of the server's processes may still be exiting, and PostgreSQL refuses to start until they
      // have.
      if (Date.now() > deadline || !log.includes('shared memory')) throw new Error(`PostgreSQL did not start:\n${log}`)
    }
  }

  let log = ''
  function launch(): ChildProcess {
    log = ''
    shell = spawn('sh', ['-c', guardOf(folder), 'sh', join(programs ?? '', 'postgres'), ...args], {
      ...options,
      detached: true, // Ctrl-C in a terminal is for the tests, which need their database to end well
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    shell.stderr?.on('data', text => {
      log += text
    })
    return shell
  }

  async function end(signal: NodeJS.Signals) {
    if (!shell || shell.exitCode !== null) return
    const ended = once(shell, 'exit')
    const pipe = shell.stdio[3]
    if (pipe instanceof Writable) pipe.end('done\n')
    process.kill(postmaster(data), signal)
    await ended
  }

  const postgres: Postgres = {
    url: `postgres://papadag:${password}@127.0.0.1:${port}/postgres`,
    socket: folder,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await start()
  return postgres
}

interface Cluster {
  folder: string
  data: string
  passwordFile: string
  options: { cwd: string; uid?: number; gid?: number }
}

/** Creates the files of an empty server. */
function initialise(programs: string, { folder, data, passwordFile, options }: Cluster) {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const cluster = [
    '--username=papadag',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    `--locale=${locale}`,
  ]
  try {
    execFileSync(join(programs, 'initdb'), [...cluster, '--no-sync', `--pgdata=${data}`], { ...options, stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * The shell script that starts the server and reads a pipe from this process. A word on it announces a clean end; if the
 * pipe closes without one, this process was killed, and the shell removes the server and its files.
 */
function guardOf(folder: string): string {
  return `"$@" & server=$!
    { read -r word <&3 || { kill -QUIT $server; sleep 1; rm -rf '${folder}'; }; } 2>/dev/null &
    exec 3<&-; wait $server`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function unprivileged(): { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const [, , uid, gid] =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

const postmasterFile = (data: string) => readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
const postmaster = (data: string) => Number(postmasterFile(data)[0])
const isReady = (data: string) => postmasterFile(data)[7]?.trim() === 'ready'

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2)
  const postgres = await startPostgres({ isDurable: false })
  try {
    const env = { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_DATABASE_SOCKET: postgres.socket }
    const child = spawn(command ?? 'env', args, { stdio: 'inherit', env })
    // Signals are meant for the command, which a terminal signals itself; this process only cleans up afterwards.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    const [code] = await once(child, 'exit')
    process.exitCode = code ?? 1
  } finally {
    await postgres.remove()
  }
}
