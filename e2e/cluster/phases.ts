import { existsSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { Report } from '../durability/chat-scenario.ts'
import type { Calls } from './callers.ts'
import type { Cluster, Node } from './cluster.ts'
import type { Databases } from './databases.ts'
import { until } from './programs.ts'

/** Debian's libfaketime, loaded into one node to set its clock; the loader knows this machine's library folder. */
const fakeTime = '/usr/$LIB/faketime/libfaketime.so.1'
const fakeTimeFile = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

export interface Phase {
  /** The number of rounds without an argument. */
  times: number
  /** Seconds from one disaster to the next. */
  every: number
  needs?: 'the released version' | 'small disks' | 'no Patroni'
  /** Returns how the mishap was caused, where that varies. */
  disaster(cluster: Cluster): Promise<string | undefined>
  /** Checks a phase's own condition, in addition to lost, doubled and misordered messages; undefined if it holds. */
  complaint(report: Report, calls: Calls): string | undefined
}

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

function patroniOf({ databases }: Cluster): Databases {
  if ('promote' in databases) throw new Error('this cluster has no Patroni')
  return databases
}

async function restartGently(node: Node, settings: Record<string, string> = {}) {
  await node.product.stop('SIGTERM')
  await node.start(undefined, settings)
  // Waits until the proxy has noticed.
  await after(2000)
}

async function restartEach({ nodes }: Cluster): Promise<undefined> {
  for (const node of nodes) await restartGently(node)
}

/** Waits until Papadag can write again. */
const writable = (url: string) =>
  until('Papadag reaches its database', async () => (await fetch(`${url}/api/health`)).ok, 60_000)

const noneFailed = (_: Report, { failed }: Calls) => (failed > 0 ? `${failed} calls failed` : undefined)

/** The longest allowed time without a successful write. */
const writesWithin =
  (seconds: number): Phase['complaint'] =>
  (_, { writeGapMs }) =>
    writeGapMs > seconds * 1000 ? `nothing was written for longer than ${seconds} s` : undefined

/** While the database is away, calls are refused promptly. */
const promptly: Phase['complaint'] = (_, { slowestFailureMs }) =>
  slowestFailureMs > 3500 ? 'a refusal took longer than 3 s' : undefined

export const phases: Readonly<Record<string, Phase>> = {
  'kill-node': {
    times: 10,
    every: 3,
    async disaster({ nodes }) {
      const node = pick(nodes)
      await node.product.kill()
      await node.start()
      return undefined
    },
    complaint: ({ returnP95Ms }) => (returnP95Ms > 5000 ? 'sockets were away for longer than 5 s' : undefined),
  },
  rolling: { times: 3, every: 2, disaster: restartEach, complaint: noneFailed },
  update: { times: 1, every: 5, needs: 'the released version', disaster: restartEach, complaint: noneFailed },
  'kill-primary': {
    times: 10,
    every: 3,
    async disaster(cluster) {
      const databases = patroniOf(cluster)
      await databases.killPrimary()
      await writable(cluster.url)
      await databases.returnKilled()
      return undefined
    },
    complaint: (report, calls) => writesWithin(25)(report, calls) ?? promptly(report, calls),
  },
  switchover: {
    times: 5,
    every: 3,
    async disaster(cluster) {
      await patroniOf(cluster).switchOver()
      return undefined
    },
    complaint: writesWithin(10),
  },
  standby: {
    times: 3,
    every: 3,
    async disaster(cluster) {
      const { how, mend } = await patroniOf(cluster).cutOffStandby()
      await after(30_000)
      mend()
      await patroniOf(cluster).bothFollow()
      return how
    },
    complaint: writesWithin(30),
  },
  redis: {
    times: 5,
    every: 3,
    async disaster({ redis }) {
      redis.freeze()
      await after(2000)
      redis.thaw()
      await after(1000)
      await redis.kill()
      await after(2000)
      await redis.start()
      return undefined
    },
    complaint: noneFailed,
  },
  clock: {
    times: 1,
    every: 3,
    async disaster({ nodes }) {
      if (!existsSync(fakeTimeFile)) throw new Error("this phase needs Debian's package faketime")
      const node = pick(nodes)
      await restartGently(node, { LD_PRELOAD: fakeTime, FAKETIME: '+5m', FAKETIME_DONT_FAKE_MONOTONIC: '1' })
      const aheadMs = (await clockOf(node)) - Date.now()
      if (Math.abs(aheadMs - 300_000) > 5000) throw new Error(`the node's clock is ${aheadMs} ms ahead`)
      await after(20_000)
      await restartGently(node)
      return "Debian's faketime around one node"
    },
    complaint: noneFailed,
  },
  disk: {
    times: 1,
    every: 3,
    needs: 'small disks',
    async disaster(cluster) {
      const mishap = await patroniOf(cluster).fillDisk()
      if (!mishap) throw new Error('this phase mounts a small disk, which only root may')
      await after(20_000)
      mishap.mend()
      await patroniOf(cluster).bothFollow()
      await writable(cluster.url)
      return mishap.how
    },
    // 20 s without disk space plus the longest failover.
    complaint: writesWithin(45),
  },
  plain: {
    times: 1,
    every: 3,
    needs: 'no Patroni',
    async disaster({ databases, url }) {
      if (!('promote' in databases)) throw new Error('this cluster has Patroni')
      databases.killPrimary()
      // The time it takes to call an operator and for him to decide.
      await after(10_000)
      await databases.promote()
      await writable(url)
      return undefined
    },
    complaint: (report, calls) => writesWithin(25)(report, calls) ?? promptly(report, calls),
  },
}

/** A node's clock, from the header of its answers. */
async function clockOf({ product }: Node): Promise<number> {
  const { headers } = await fetch(`${product.url}/api/health`)
  return Date.parse(headers.get('date') ?? '')
}
