import { open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import { makeFolder } from '../files/given-file.ts'

/** Stores encoded pictures by name (`isPictureFile`). */
export interface PictureStore {
  /** Resolves when the picture is durable. */
  put(name: string, picture: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Does nothing for a missing picture. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; changedAtMs: number }>
}

/** Whether a name is that of a picture or of a half-written one; other files are never touched. */
export function isPictureFile(name: string): boolean {
  return /^[0-9a-z-]{1,64}\.webp(\.tmp)?$/.test(name)
}

function isMissing(error: unknown) {
  return errorCode(error) === 'ENOENT'
}

/** Pictures in a local folder. */
export async function createLocalPictureStore(folder: string): Promise<PictureStore> {
  makeFolder(folder, 0o700)

  async function syncFolder() {
    const handle = await open(folder, 'r')
    // Some systems cannot flush a folder; the file itself is safe there.
    await handle.sync().catch(() => {})
    await handle.close()
  }

  return {
    async put(name, picture) {
      if (!isPictureFile(name)) throw new Error(`${name} is no name for a picture`)
      const temporary = join(folder, `${name}.tmp`)
      try {
        const handle = await open(temporary, 'wx', 0o600)
        try {
          await handle.writeFile(picture)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(temporary, join(folder, name))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder()
    },

    async get(name) {
      if (!isPictureFile(name)) return undefined
      return readFile(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
    },

    async remove(name) {
      if (isPictureFile(name)) await rm(join(folder, name), { force: true })
    },

    async *list() {
      for await (const { name } of await opendir(folder)) {
        if (!isPictureFile(name)) continue
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found?.isFile()) yield { name, changedAtMs: found.mtimeMs }
      }
    },
  }
}
