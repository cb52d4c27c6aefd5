import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'
import type { CleanUp } from '../durability/chat-scenarios.ts'
import { cutOff, fill, freeze, type Mishap, mountSmallDisk } from './mishaps.ts'
import {
  type Account,
  killPostgres,
  type Program,
  postgresAccount,
  postgresFolder,
  startProgram,
  until,
} from './programs.ts'

const password = 'zandkasteel-van-de-proef'
/** Unused group ids by which the packet filter distinguishes the two servers. */
const firstGroup = 61_001

interface Member {
  name: string
  account: Account | undefined
  port: number
  restPort: number
  data: string
  config: string
  patroni: Program | undefined
}

/** Two PostgreSQL servers under Patroni, one a synchronous standby, behind an address that leads to the primary. */
export interface Databases {
  url: string
  /** Kills the primary and its Patroni, as a power failure would; the standby takes over. */
  killPrimary(): Promise<void>
  /** Restarts the killed server as a standby. */
  returnKilled(): Promise<void>
  switchOver(): Promise<void>
  /** Waits until one server is the primary and the other one follows synchronously. */
  bothFollow(): Promise<void>
  /** Cuts the standby off from the network, or suspends its processes where there is no packet filter. */
  cutOffStandby(): Promise<Mishap>
  /** Fills the primary's disk; undefined where no small disk can be mounted. */
  fillDisk(): Promise<Mishap | undefined>
}

const patroniFile = ({ name, port, restPort, data }: Member, etcdPort: number, folder: string) => `
scope: papadag
name: ${name}
restapi: { listen: "127.0.0.1:${restPort}", connect_address: "127.0.0.1:${restPort}" }
etcd3: { host: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    # Without it a failover may lose what was acknowledged.
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 120, wal_log_hints: "on" }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
  pg_hba:
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${data}
  bin_dir: ${postgresFolder()}
  pgpass: ${join(folder, `pgpass-${name}`)}
  authentication:
    superuser: { username: postgres, password: ${password} }
    replication: { username: replicator, password: ${password} }
    rewind: { username: rewinder, password: ${password} }
  parameters: { unix_socket_directories: "${folder}", max_wal_size: 256MB, min_wal_size: 64MB }
`

const haproxyFile = (port: number, members: readonly Member[]) => `
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
frontend database
    bind 127.0.0.1:${port}
    default_backend primary
backend primary
    option httpchk GET /primary
    http-check expect status 200
    # Who talks to a primary that is none any more must not go on.
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port: own, restPort }) => `    server ${name} 127.0.0.1:${own} check port ${restPort}`).join('\n')}
`

async function isPrimary({ restPort }: Member): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  )
  return answer?.status === 200
}

async function isSynchronous({ restPort }: Member): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/synchronous`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  )
  return answer?.status === 200
}

export async function startDatabases(
  folder: string,
  cleanUp: CleanUp,
  { hasSmallDisk }: { hasSmallDisk: boolean },
): Promise<Databases> {
  const account = postgresAccount()
  const own = (path: string) => account && chownSync(path, account.uid, account.gid)
  const etcdPort = await freePort()
  const peer = `http://127.0.0.1:${await freePort()}`
  const client = `http://127.0.0.1:${etcdPort}`
  const etcd = ['etcd', '--data-dir', join(folder, 'etcd'), '--log-level', 'error', '--listen-client-urls', client]
  etcd.push('--advertise-client-urls', client, '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer)
  startProgram(folder, [...etcd, '--initial-cluster', `default=${peer}`], cleanUp)
  await until('etcd answers', async () => (await fetch(`${client}/health`)).ok)

  const members: Member[] = []
  for (const name of ['a', 'b']) {
    const home = join(folder, name)
    mkdirSync(home)
    if (hasSmallDisk && account) mountSmallDisk(home, cleanUp)
    own(home)
    const member: Member = {
      name,
      account: account && { ...account, gid: firstGroup + members.length },
      port: await freePort(),
      restPort: await freePort(),
      data: join(home, 'data'),
      config: join(home, `patroni-${name}.yml`),
      patroni: undefined,
    }
    writeFileSync(member.config, patroniFile(member, etcdPort, home), { mode: 0o600 })
    own(member.config)
    members.push(member)
  }
  const start = (member: Member) => {
    member.patroni = startProgram(join(member.config, '..'), ['patroni', member.config], cleanUp, member.account)
    cleanUp.push(() => killPostgres(member.data))
  }
  const [first, second] = members as [Member, Member]
  start(first)
  await until('the first PostgreSQL is the primary', () => isPrimary(first))
  start(second)
  await until('the second PostgreSQL follows synchronously', () => isSynchronous(second))

  const port = await freePort()
  const proxy = join(folder, 'database.cfg')
  writeFileSync(proxy, haproxyFile(port, members))
  startProgram(folder, ['haproxy', '-db', '-f', proxy], cleanUp)

  async function roles() {
    for (const member of members) {
      if (await isPrimary(member))
        return { primary: member, standby: members.find(other => other !== member) as Member }
    }
    throw new Error('there is no primary')
  }
  let killed: Member | undefined

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async killPrimary() {
      const { primary } = await roles()
      killed = primary
      await primary.patroni?.end('SIGKILL')
      killPostgres(primary.data)
    },

    async returnKilled() {
      if (!killed) return
      start(killed)
      const back = killed
      killed = undefined
      await until('the killed PostgreSQL follows synchronously', () => isSynchronous(back), 120_000)
    },

    async bothFollow() {
      await until(
        'one server leads and the other one follows synchronously',
        async () => isSynchronous((await roles()).standby),
        120_000,
      )
    },

    async switchOver() {
      const { primary, standby } = await roles()
      const answer = await fetch(`http://127.0.0.1:${primary.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary.name, candidate: standby.name }),
      })
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
      await until('the standby is the primary', () => isPrimary(standby))
      await until('the old primary follows synchronously', () => isSynchronous(primary))
    },

    async cutOffStandby() {
      const { standby } = await roles()
      const { account: own, port, restPort, data, patroni } = standby
      return own ? cutOff(own.gid, [port, restPort], cleanUp) : freeze(data, patroni?.process.pid)
    },

    async fillDisk() {
      const { primary } = await roles()
      return hasSmallDisk && account ? fill(join(primary.data, '..')) : undefined
    },
  }
}
