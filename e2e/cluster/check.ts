// `npm run check -- cluster [part… times=3 pairs=8]`: starts a whole cluster on this machine from Debian's packages,
// lets fathers chat, read, join and change pictures, and breaks one part after another (`phases.ts`); `idle` counts
// connections. Prints how many messages were acknowledged and delivered, and fails if a condition of a phase does not
// hold.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../../tools/install.mjs'
import { releasedVersion, unpack } from '../../tools/released-version.ts'
import { endure } from '../durability/chat-scenario.ts'
import { type CleanUp, clear } from '../durability/chat-scenarios.ts'
import { startCallers } from './callers.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Phase, phases } from './phases.ts'
import { missingPackages } from './programs.ts'

const nodes = 3
const callers = 4
const idleNodes = 8
const connectionsAtMost = 90
const idle = 'idle'

const print = (line: string) => process.stdout.write(`${line}\n`)
const given = process.argv.slice(2)
const numberOf = (name: string) => {
  const value = given.find(arg => arg.startsWith(`${name}=`))?.split('=')[1]
  return value === undefined ? undefined : Number(value)
}
const named = given.filter(arg => !arg.includes('='))
const parts = [...Object.keys(phases), idle]
const wanted = named.length > 0 ? named : parts
const unknown = wanted.filter(name => !parts.includes(name))

const cleanUp: CleanUp = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void clear(cleanUp).then(() => process.exit(1)))
}

async function run() {
  if (unknown.length > 0) return complain(`There is no part ${unknown.join(', ')}: ${parts.join(', ')}.`)
  const missing = missingPackages()
  // Without the packages nothing is checked, which must not look like success.
  if (missing.length > 0) return complain(`The cluster needs Debian's packages ${missing.join(', ')}.`)
  let cluster: Cluster | undefined
  let its: Phase['needs'] | undefined
  for (const name of wanted) {
    const phase = phases[name]
    if (!cluster || phase?.needs !== its) {
      await clear(cleanUp)
      its = phase?.needs
      cluster = await startFor(its)
    }
    await (phase ? tryPhase(cluster, name, phase) : countConnections(cluster))
  }
}

function startFor(needs: Phase['needs']) {
  const wish = { isPlain: needs === 'no Patroni', hasSmallDisk: needs === 'small disks', from: root }
  return startCluster(
    nodes,
    needs === 'the released version' ? { ...wish, from: unpackReleasedVersion() } : wish,
    cleanUp,
  )
}

function unpackReleasedVersion(): string {
  const released = releasedVersion()
  if (!released) throw new Error('the history of this clone begins after the released version; a full clone has it')
  const folder = mkdtempSync(join(tmpdir(), 'papadag-released-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  unpack(released.commit, folder)
  print(`The nodes run ${released.name} at first.`)
  return folder
}

async function tryPhase(cluster: Cluster, name: string, phase: Phase) {
  const { url } = cluster
  const load = await startCallers(url, callers)
  let how: string | undefined
  const scenario = {
    name,
    origins: { home: url, one: url, other: url },
    // One message at a time: a message refused during the switch is not stored, so a later one would overtake it.
    atOnce: 1,
    async disaster() {
      how = await phase.disaster(cluster)
    },
  }
  const effort = {
    pairs: numberOf('pairs') ?? 8,
    seconds: 0,
    every: phase.every,
    times: numberOf('times') ?? phase.times,
  }
  const report = await endure(scenario, effort)
  const calls = await load.stop(cluster.nodes.map(({ product }) => product.url))
  const { acknowledged, lost, doubled, outOfOrder, disasters, returnP95Ms } = report
  print(`${name}: ${disasters} times${how ? `; ${how}` : ''}`)
  print(
    `  chat: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${outOfOrder} out of order; sockets back after ${returnP95Ms} ms (p95)`,
  )
  print(
    `  calls: ${calls.made} made, ${calls.failed} failed (the slowest after ${Math.round(calls.slowestFailureMs)} ms); at most ${Math.round(calls.writeGapMs)} ms without a write`,
  )
  print(`  pictures: ${calls.pictures} stored; the last one is missing on ${calls.withoutPicture} of ${nodes} nodes`)
  if (lost + doubled + outOfOrder > 0 || acknowledged === 0) complain(`  ${name}: this must not happen to messages.`)
  if (calls.withoutPicture > 0 || calls.pictures === 0) complain(`  ${name}: this must not happen to pictures.`)
  if (!cluster.nodes.every(({ product }) => product.isRunning())) complain(`  ${name}: a process has ended.`)
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
  print(`${idle}: ${idleNodes} nodes hold ${count} connections to the database`)
  if (!(count <= connectionsAtMost)) complain(`  ${idle}: more than ${connectionsAtMost}.`)
}

function complain(line: string) {
  print(line)
  process.exitCode = 1
}

try {
  await run()
} finally {
  await clear(cleanUp)
}
