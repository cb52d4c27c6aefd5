import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { CleanUp } from '../durability/chat-scenarios.ts'
import { processesOf } from './programs.ts'

/** The size of a server's disk when it has to be small. */
const diskMb = 600
/** A full disk has less free space than one segment of PostgreSQL's log, which may have been removed since. */
const leftBytes = 16 * 1024 * 1024

export interface Mishap {
  /** How the mishap was caused. */
  how: string
  mend(): void
}

/** Drops all packets from the processes of a group, and to their ports. */
export function cutOff(group: number, ports: readonly number[], cleanUp: CleanUp): Mishap {
  const rules = [
    ['OUTPUT', '-o', 'lo', '-m', 'owner', '--gid-owner', String(group)],
    ...ports.map(port => ['INPUT', '-i', 'lo', '-p', 'tcp', '--dport', String(port)]),
  ]
  const filter = (what: '--append' | '--delete', rule: readonly string[]) =>
    spawnSync('iptables', [what, ...rule, '-j', 'DROP']).status
  const mend = () => {
    for (const rule of rules) filter('--delete', rule)
  }
  cleanUp.push(mend)
  for (const rule of rules) if (filter('--append', rule) !== 0) throw new Error('iptables has refused a rule')
  return { how: 'iptables drops all of its packets', mend }
}

/** Suspends a PostgreSQL server and its Patroni. */
export function freeze(data: string, patroni: number | undefined): Mishap {
  const pids = [...processesOf(data), patroni ?? 0].filter(Boolean)
  const signal = (what: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, what)
      } catch {
        // The process has ended in the meantime.
      }
    }
  }
  signal('SIGSTOP')
  return { how: 'its processes are suspended, since only root may filter packets', mend: () => signal('SIGCONT') }
}

export function mountSmallDisk(folder: string, cleanUp: CleanUp): void {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', folder])
  if (status !== 0) throw new Error('a small disk cannot be mounted')
  cleanUp.push(() => void spawnSync('umount', ['--lazy', folder]))
}

/** Fills a disk to its last byte. */
export function fill(disk: string): Mishap {
  const ballast = join(disk, 'ballast')
  // dd ends with an error when the disk is full.
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize > leftBytes) throw new Error('the disk cannot be filled')
  return { how: `a tmpfs of ${diskMb} MB without a free byte`, mend: () => rmSync(ballast) }
}
