import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../files/given-file.ts'
import { closeToOthers } from '../../files/private-files.ts'
import { webRoot } from './pages.ts'

/** This version's and those of the previous two. */
const versionsKept = 3

/**
 * Keeps the files of this version's web app in the data folder, so that a page opened before an update can still load
 * its chunks. Returns the folders of earlier versions, newest first.
 */
export async function keepAssets(dataDir: string, built: string = webRoot): Promise<string[]> {
  const manifest = await readFile(join(built, '.vite/manifest.json')).catch(() => undefined)
  if (!manifest) return []
  const kept = join(dataDir, 'assets')
  makeFolder(kept, 0o700)
  const version = createHash('sha256').update(manifest).digest('hex').slice(0, 16)
  const own = join(kept, version)
  if (!(await stat(own).catch(() => undefined))) {
    // Renamed into place when complete, which is safe if the process is killed or another node does the same.
    const draft = join(kept, `.${version}.${process.pid}`)
    await rm(draft, { recursive: true, force: true })
    await cp(join(built, 'assets'), join(draft, 'assets'), { recursive: true })
    // A copy is as open as the installation is.
    closeToOthers(draft)
    await rename(draft, own).catch(() => rm(draft, { recursive: true, force: true }))
  }
  const now = new Date()
  await utimes(own, now, now)
  const others = (await byAge(kept)).filter(name => name !== version)
  for (const name of others.slice(versionsKept - 1)) await rm(join(kept, name), { recursive: true, force: true })
  return others.slice(0, versionsKept - 1).map(name => join(kept, name))
}

/** Most recently served first. */
async function byAge(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => /^[0-9a-f]{16}$/.test(name))
  const dated = await Promise.all(names.map(async name => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  return dated.sort((a, b) => b.at - a.at).map(({ name }) => name)
}
