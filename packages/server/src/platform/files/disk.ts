import { statfsSync } from 'node:fs'
import { errorCode } from '../error-code.ts'

/** The embedded database needs room for its log on every write; without it, it crashes instead of refusing. */
const reserveBytes = 48 * 1024 * 1024
const lookEveryMs = 1000

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether an error of the file system or of PostgreSQL means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(errorCode(error))
}

/** Whether the disk of a folder is too full to write; checks at most once a second. */
export function watchDisk(folder: string, now = Date.now): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY
  let isFull = false
  return () => {
    if (now() - lookedAt >= lookEveryMs) {
      lookedAt = now()
      const { bavail, bsize } = statfsSync(folder)
      isFull = bavail * bsize < reserveBytes
    }
    return isFull
  }
}
