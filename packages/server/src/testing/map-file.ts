import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type MapFile, writeMapFile } from './write-map-file.ts'

/** An empty folder, removed when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-map-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes an MBTiles file that is removed when the test ends, and returns its path. */
export function mapFile(content: MapFile = {}, name = 'utrecht.mbtiles'): string {
  const path = join(emptyFolder(), name)
  writeMapFile(path, content)
  return path
}
