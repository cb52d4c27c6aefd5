import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { ConfigProblem, type VapidKeys as Keys } from '../config.ts'
import { errorCode } from '../error-code.ts'
import { isDiskFull } from './disk.ts'
import { makeFolder } from './given-file.ts'
import { keepNewFilesPrivate, keepPrivate } from './private-files.ts'

const { generateVAPIDKeys } = webPush
const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The folder with all persistent data. */
export interface DataDir {
  path: string
  /** Generated once and readable only by its owner, unless the environment provides one. */
  sessionSecret(): string
  /** The VAPID keys, generated once and stored like the secret. */
  vapidKeys(): Keys
  /** Locks the folder for this process; throws `ConfigProblem` if another process holds the lock. */
  lock(): void
  unlock(): void
}

/** SQLite's result code for a lock held by somebody else. */
const sqliteBusy = 5

/** Referenced here, because a garbage-collected lock is released. */
const held = new Map<string, DatabaseSync>()

/** What only a folder of Papadag's contains. */
const marks: ReadonlySet<string> = new Set(['lock.sqlite', 'session-secret', 'vapid-keys.json', 'demo-password'])
/** What may be there before: made by the first command, mounted by the operator, or by the disk itself. */
const early =
  /^(assets|backups|database|demo-password|downloads|erasures|lock\.sqlite|map|server\.pid|session-secret|tiles\.sqlite|uploads|vapid-keys\.json)\b|^\.write-test-|^\.gitkeep$|^lost\+found$/

/** Refuses a folder that contains other things: Papadag would close them to everybody else. */
function mustBeOwn(path: string): void {
  const names = readdirSync(path)
  const [other] = names.filter(name => !early.test(name)).sort()
  if (other === undefined || names.some(name => marks.has(name))) return
  throw new ConfigProblem(
    `DATA_DIR must be a folder of its own, and ${path} holds other things, such as ${JSON.stringify(other)}; name a new or an empty one.`,
  )
}

export function fullDisk(path: string): string {
  return `The disk with DATA_DIR ${path} is full; make room on it, or choose another folder.`
}

function mustBeAccessible(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigProblem(`DATA_DIR must be a folder that Papadag can write to, and ${path} is not.`)
  }
}

function mustHoldFiles(path: string): void {
  try {
    const probe = join(path, `.write-test-${process.pid}`)
    // On a full disk an empty file can still be created, so the check writes some bytes.
    try {
      writeFileSync(probe, Buffer.alloc(4096))
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    if (isDiskFull(error)) throw new ConfigProblem(fullDisk(path))
    throw new ConfigProblem(`DATA_DIR must be a folder that Papadag can write to, and ${path} is not.`)
  }
}

/** The content of a file that is generated once. */
function keptIn(path: string, name: string, make: () => string): string {
  const file = join(path, name)
  // Written next to its destination and linked there: of two processes that start at the same time one succeeds and
  // both read the same content, and a killed one leaves no empty file.
  const draft = `${file}.${process.pid}`
  try {
    readFileSync(file)
  } catch {
    writeFileSync(draft, make(), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Checks that the folder exists and is writable; throws `ConfigProblem` otherwise. Every command calls this before it
 * writes anything, so its files become private here.
 */
export function openDataDir(path: string): DataDir {
  keepNewFilesPrivate()
  makeFolder(
    path,
    undefined,
    sentence =>
      new ConfigProblem(`DATA_DIR must be a folder that Papadag can write to, and ${path} is not: ${sentence}.`),
  )
  mustBeAccessible(path)
  mustBeOwn(path)
  mustHoldFiles(path)
  keepPrivate(path)

  const pidFile = join(path, 'server.pid')

  return {
    path,

    sessionSecret: () => keptIn(path, 'session-secret', () => randomBytes(32).toString('base64url')),
    vapidKeys: () =>
      VapidKeys.parse(JSON.parse(keptIn(path, 'vapid-keys.json', () => JSON.stringify(generateVAPIDKeys())))),

    lock() {
      // SQLite's lock is held by the operating system, which releases it however the process dies: there are no stale
      // lock files and no guesses about process ids, even across containers. The short wait covers several processes
      // that start at the same time and check each other.
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

function holderOf(pidFile: string): string {
  try {
    return ` (process ${Number(readFileSync(pidFile, 'utf8'))})`
  } catch {
    return ''
  }
}
