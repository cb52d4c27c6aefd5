import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { errorCode } from '../error-code.ts'

const modes = { folder: 0o700, file: 0o600 }
const others = 0o077

/** Lets this process and its children create files for its own account only. */
export function keepNewFilesPrivate(): void {
  process.umask(others)
}

/** Closes a folder to other accounts; if it and its direct content are already closed, no walk is needed. */
export function keepPrivate(folder: string): void {
  const isOpen = (path: string) => (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & others
  if (isOpen(folder) || readdirSync(folder).some(name => isOpen(join(folder, name)))) closeToOthers(folder)
}

/** Closes a folder and everything in it; the folder last, so that an interrupted walk is repeated. */
export function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) closeToOthers(path)
    else if (entry.isFile()) close(path, modes.file)
  }
  close(folder, modes.folder)
}

/** Leaves files of another account, as in a mounted folder, as their owner has set them. */
function close(path: string, mode: number) {
  try {
    chmodSync(path, mode)
  } catch (error) {
    const code = errorCode(error)
    // Another process may have deleted the file.
    if (code !== 'EPERM' && code !== 'ENOENT') throw error
  }
}
