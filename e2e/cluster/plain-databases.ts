import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../tools/free-port.ts'
import type { CleanUp } from '../durability/chat-scenarios.ts'
import { killPostgres, type Program, postgresAccount, postgresFolder, startProgram, until } from './programs.ts'

/**
 * Two PostgreSQL servers without Patroni, the second a synchronous standby; an operator decides which is the primary.
 */
export interface PlainDatabases {
  url: string
  killPrimary(): void
  /** Does an operator's work: promotes the standby, and points the proxy at it. */
  promote(): Promise<void>
}

const proxyFile = (port: number, primary: number) => `
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
listen database
    bind 127.0.0.1:${port}
    server primary 127.0.0.1:${primary}
`

const addressOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

async function ask<T extends pg.QueryResultRow>(port: number, statement: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: addressOf(port) })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows[0]
  } finally {
    await client.end()
  }
}

export async function startPlainDatabases(folder: string, cleanUp: CleanUp): Promise<PlainDatabases> {
  const account = postgresAccount()
  const home = join(folder, 'plain')
  mkdirSync(home)
  if (account) chownSync(home, account.uid, account.gid)
  const [first, second, port] = [await freePort(), await freePort(), await freePort()]

  function run(program: string, ...args: string[]) {
    const { status, stderr } = spawnSync(join(postgresFolder(), program), args, { cwd: home, ...account })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  function start(own: number) {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${home}`]
    const command = [join(postgresFolder(), 'postgres'), '-p', String(own), ...settings, '-D', join(home, String(own))]
    startProgram(home, command, cleanUp, account)
    cleanUp.push(() => killPostgres(join(home, String(own))))
  }
  let proxy: Program | undefined
  async function lead(to: number) {
    const config = join(folder, 'plain.cfg')
    writeFileSync(config, proxyFile(port, to))
    await proxy?.end('SIGKILL')
    proxy = startProgram(folder, ['haproxy', '-db', '-f', config], cleanUp)
    await until('the proxy leads to a database', async () => (await ask(port, 'select 1')) !== undefined)
  }

  // Only this machine reaches them, and they hold test data.
  run('initdb', '--auth=trust', '--username=postgres', '--encoding=UTF8', '-D', join(home, String(first)))
  start(first)
  await until('the primary answers', async () => (await ask(first, 'select 1')) !== undefined)
  const source = `host=127.0.0.1 port=${first} user=postgres application_name=standby`
  run('pg_basebackup', '--write-recovery-conf', '--dbname', source, '--pgdata', join(home, String(second)))
  start(second)
  await ask(first, "alter system set synchronous_standby_names = 'standby'")
  await ask(first, 'select pg_reload_conf()')
  await until('the standby follows synchronously', async () => {
    const row = await ask<{ state: string }>(first, 'select sync_state as state from pg_stat_replication')
    return row?.state === 'sync'
  })
  await lead(first)

  return {
    url: addressOf(port),
    killPrimary: () => killPostgres(join(home, String(first))),
    async promote() {
      await ask(second, 'select pg_promote()')
      await lead(second)
    },
  }
}
