// `npm run check:cluster [-- phase… seconds=30 pairs=8]`: starts a whole cluster on this machine from Debian's
// packages, lets fathers chat, read and join, and breaks one part after the other. Phases: node, rolling, primary,
// switchover, standby, redis, idle. Tells what was acknowledged and what became of it; what may not happen makes it
// fail.
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { endure, type Report } from '../durability/chat-scenario.ts'
import { type CleanUp, clear } from '../durability/chat-scenarios.ts'
import { type Calls, startCallers } from './callers.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { missingPackages } from './programs.ts'

const nodes = 3
const callers = 4
const idleNodes = 8
const connectionsAtMost = 90

interface Phase {
  /** Seconds from one disaster to the next. */
  every: number
  disaster(cluster: Cluster): Promise<void>
  /** Checks a phase's own condition, in addition to lost, doubled and misordered messages; undefined if it holds. */
  complaint(report: Report, calls: Calls): string | undefined
}

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

const phases: Record<string, Phase> = {
  node: {
    every: 3,
    async disaster({ nodes: all }) {
      const node = pick(all)
      await node.product.kill()
      await node.start()
    },
    complaint: ({ returnP95Ms }) => (returnP95Ms > 5000 ? 'sockets were away for longer than 5 s' : undefined),
  },
  rolling: {
    every: 2,
    async disaster({ nodes: all }) {
      for (const node of all) {
        await node.product.stop('SIGTERM')
        await node.start()
        // Waits until the proxy has noticed.
        await after(2000)
      }
    },
    complaint: (_, { failed }) => (failed > 0 ? `${failed} calls failed` : undefined),
  },
  primary: {
    every: 3,
    async disaster({ databases, url }) {
      await databases.killPrimary()
      await writable(url)
      await databases.returnKilled()
    },
    complaint: (_, { writeGapMs, slowestFailureMs }) =>
      writeGapMs > 25_000
        ? 'nothing was written for longer than 25 s'
        : slowestFailureMs > 3500
          ? 'a refusal took longer than 3 s'
          : undefined,
  },
  switchover: {
    every: 3,
    disaster: ({ databases }) => databases.switchOver(),
    complaint: (_, { writeGapMs }) => (writeGapMs > 10_000 ? 'nothing was written for longer than 10 s' : undefined),
  },
  standby: {
    every: 3,
    async disaster({ databases }) {
      const thaw = await databases.freezeStandby()
      await after(30_000)
      thaw()
      await after(10_000)
    },
    complaint: (_, { writeGapMs }) => (writeGapMs > 30_000 ? 'nothing was written for longer than 30 s' : undefined),
  },
  redis: {
    every: 3,
    async disaster({ redis }) {
      redis.freeze()
      await after(2000)
      redis.thaw()
      await after(1000)
      await redis.kill()
      await after(2000)
      await redis.start()
    },
    complaint: (_, { failed }) => (failed > 0 ? `${failed} calls failed` : undefined),
  },
}

/** Waits until a write through the proxy succeeds again. */
async function writable(url: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await after(100)
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const given = process.argv.slice(2)
const numberOf = (name: string, otherwise: number) =>
  Number(given.find(arg => arg.startsWith(`${name}=`))?.split('=')[1] ?? otherwise)
const wanted = given.filter(arg => !arg.includes('='))
const effort = { seconds: numberOf('seconds', 30), pairs: numberOf('pairs', 8) }
const unknown = wanted.filter(name => !(name in phases) && name !== 'idle')

const cleanUp: CleanUp = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void clear(cleanUp).then(() => process.exit(1)))
}

async function run() {
  if (unknown.length > 0)
    return complain(`There is no phase ${unknown.join(', ')}: ${Object.keys(phases).join(', ')}, idle.`)
  const missing = missingPackages()
  // Without the packages nothing is checked, which must not look like a pass.
  if (missing.length > 0) return complain(`The cluster needs Debian's packages ${missing.join(', ')}.`)
  const cluster = await startCluster(nodes, cleanUp)
  say(
    `${nodes} nodes at ${cluster.url}; ${effort.pairs} pairs chat and ${callers} fathers call for ${effort.seconds} s in each phase.\n`,
  )
  for (const [name, phase] of Object.entries(phases)) {
    if (wanted.length === 0 || wanted.includes(name)) await tryPhase(cluster, name, phase)
  }
  if (wanted.length === 0 || wanted.includes('idle')) await countConnections(cluster)
}

async function tryPhase(cluster: Cluster, name: string, phase: Phase) {
  const { url } = cluster
  const load = await startCallers(url, callers)
  const scenario = {
    name,
    origins: { home: url, one: url, other: url },
    // One message at a time: a message refused during the switch is not stored, so a later one would overtake it.
    atOnce: 1,
    disaster: () => phase.disaster(cluster),
  }
  const report = await endure(scenario, { ...effort, every: phase.every })
  const calls = await load.stop()
  const { acknowledged, lost, doubled, outOfOrder, disasters, returnP95Ms } = report
  say(`${name}: ${disasters} times`)
  say(
    `  chat: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${outOfOrder} out of order; sockets back after ${returnP95Ms} ms (p95)`,
  )
  say(
    `  calls: ${calls.made} made, ${calls.failed} failed (the slowest after ${Math.round(calls.slowestFailureMs)} ms); at most ${Math.round(calls.writeGapMs)} ms without a write`,
  )
  if (lost + doubled + outOfOrder > 0 || acknowledged === 0) complain(`  ${name}: this must not happen to messages.`)
  const complaint = phase.complaint(report, calls)
  if (complaint) complain(`  ${name}: ${complaint}.`)
}

const Connections = 'select count(*)::int as n from pg_stat_activity where application_name like $1'

async function countConnections(cluster: Cluster) {
  for (let n = nodes; n < idleNodes; n += 1) await cluster.addNode()
  await after(35_000)
  const client = new pg.Client({ connectionString: cluster.databases.url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(Connections, ['papadag%'])
  await client.end()
  const count = rows[0]?.n ?? Number.NaN
  say(`idle: ${idleNodes} nodes hold ${count} connections to the database`)
  if (!(count <= connectionsAtMost)) complain(`  idle: more than ${connectionsAtMost}.`)
}

function complain(line: string) {
  say(line)
  process.exitCode = 1
}

try {
  await run()
} finally {
  await clear(cleanUp)
}
