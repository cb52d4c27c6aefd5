import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { ConfigProblem, type VapidKeys as Keys } from './config.ts'
import { isDiskFull } from './disk.ts'

const { generateVAPIDKeys } = webPush
const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The folder with everything that outlives a restart. */
export interface DataDir {
  path: string
  /** Made once and kept, readable by its owner alone, when the environment holds none. */
  sessionSecret(): string
  /** The keys that push messages are signed with, made once and kept in the same way. */
  vapidKeys(): Keys
  /** Takes the folder for this process alone; throws `ConfigProblem` when another process has it. */
  lock(): void
  unlock(): void
}

/** SQLite's word for somebody else holding the lock. */
const sqliteBusy = 5

/** Held here because a lock that nobody refers to is collected, and a collected one is open to everybody. */
const held = new Map<string, DatabaseSync>()

export function fullDisk(path: string): string {
  return `The disk with DATA_DIR ${path} is full; make room on it, or choose another folder.`
}

/** Makes sure that the folder is there and can be written to; throws `ConfigProblem` otherwise. */
export function openDataDir(path: string): DataDir {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK | constants.X_OK)
    const probe = join(path, `.write-test-${process.pid}`)
    // A full disk still takes an empty file.
    try {
      writeFileSync(probe, Buffer.alloc(4096))
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    if (isDiskFull(error)) throw new ConfigProblem(fullDisk(path))
    throw new ConfigProblem(`DATA_DIR must be a folder that Papadag can write to, and ${path} is not.`)
  }

  const pidFile = join(path, 'server.pid')

  /** What a file holds that is made once. */
  function kept(name: string, make: () => string): string {
    const file = join(path, name)
    // Written whole beside its place and linked there: of two processes that start at once one succeeds and both
    // read the same, and one that is killed in between leaves no empty file.
    const draft = `${file}.${process.pid}`
    try {
      readFileSync(file)
    } catch {
      writeFileSync(draft, make(), { mode: 0o600 })
      try {
        linkSync(draft, file)
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error
      } finally {
        rmSync(draft, { force: true })
      }
    }
    return readFileSync(file, 'utf8').trim()
  }

  return {
    path,

    sessionSecret: () => kept('session-secret', () => randomBytes(32).toString('base64url')),
    vapidKeys: () => VapidKeys.parse(JSON.parse(kept('vapid-keys.json', () => JSON.stringify(generateVAPIDKeys())))),

    lock() {
      // SQLite holds its lock at the operating system, which lets go when the process dies, however it dies: no
      // stale lock file, no guess about whether a pid is still the same process, also between two containers. It waits
      // a moment, because of several that start at once each may see the others still asking.
      const lock = new DatabaseSync(join(path, 'lock.sqlite'), { timeout: 500 })
      try {
        lock.exec('begin exclusive')
      } catch (error) {
        lock.close()
        throw new ConfigProblem(
          error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
            ? `DATA_DIR ${path} is in use by another Papadag${holderOf(pidFile)}; stop that one first or choose another folder.`
            : `DATA_DIR ${path} must be on a file system that can lock files, with lock.sqlite in it untouched.`,
        )
      }
      held.set(path, lock)
      writeFileSync(pidFile, String(process.pid))
    },

    unlock() {
      const lock = held.get(path)
      if (!lock) return
      rmSync(pidFile, { force: true })
      lock.close()
      held.delete(path)
    },
  }
}

function isCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code
}

function holderOf(pidFile: string): string {
  try {
    return ` (process ${Number(readFileSync(pidFile, 'utf8'))})`
  } catch {
    return ''
  }
}
