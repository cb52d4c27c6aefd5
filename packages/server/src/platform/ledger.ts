import { opendir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './files/given-file.ts'

/** Names kept outside the database so that they survive its loss. */
export interface Ledger {
  /** Does nothing if it is already there. */
  add(name: string): Promise<void>
  /** Does nothing if it is already gone. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<string>
}

/** Stores an empty file for each name. */
export function createFolderLedger(folder: string): Ledger {
  return {
    async add(name) {
      makeFolder(folder, 0o700)
      await writeFile(join(folder, name), '', { mode: 0o600 })
    },
    remove: name => rm(join(folder, name), { force: true }),
    async *list() {
      makeFolder(folder, 0o700)
      for await (const { name } of await opendir(folder)) yield name
    },
  }
}
