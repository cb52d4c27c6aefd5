/** The CPU time of processes and their threads, as Linux reports it. */
import { readdirSync, readFileSync } from 'node:fs'

const msPerTick = 10

/** The numbers behind the name in a `stat` file, which may contain spaces: parent, and time as user and as system. */
function statOf(file: string) {
  const text = readFileSync(file, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (...at: number[]) => at.reduce((sum, one) => sum + Number(fields[one]), 0) * msPerTick
  return { parent: Number(fields[1]), ms: ticks(11, 12), endedChildrenMs: ticks(13, 14) }
}

/** CPU time of a process by the name of its threads, such as `node-MainThread` and `WorkerThread`. */
export function cpuByThread(pid: number): Map<string, number> {
  const all = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    const name = readFileSync(`${folder}/comm`, 'utf8').trim()
    all.set(name, (all.get(name) ?? 0) + statOf(`${folder}/stat`).ms)
  }
  return all
}

/** CPU time of a process's children, the ended ones included. */
export function cpuOfChildren(pid: number): number {
  let all = statOf(`/proc/${pid}/stat`).endedChildrenMs
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const { parent, ms } = statOf(`/proc/${name}/stat`)
      if (parent === pid) all += ms
    } catch {
      // The process has ended in the meantime.
    }
  }
  return all
}

/** CPU time of the PostgreSQL server that this backend belongs to, with all its processes. */
export function cpuOfPostgres(backendPid: number): number {
  const server = statOf(`/proc/${backendPid}/stat`).parent
  return statOf(`/proc/${server}/stat`).ms + cpuOfChildren(server)
}
