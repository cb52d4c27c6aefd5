import { join } from 'node:path'
import { emptyFolder } from './files/empty-folder.ts'
import { type MapFile, writeMapFile } from './write-map-file.ts'

/** Writes an MBTiles file that is removed when the test ends, and returns its path. */
export function mapFile(content: MapFile = {}, name = 'utrecht.mbtiles'): string {
  const path = join(emptyFolder(), name)
  writeMapFile(path, content)
  return path
}
