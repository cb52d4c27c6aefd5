import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { environment } from '@papadag/contract/weather/weather'
import { expect } from '@playwright/test'
import { utrecht, writeMapFile } from '../../packages/server/src/testing/write-map-file.ts'
import { feature, layer, line, ring, tile } from '../../packages/web/src/platform/map/testing.ts'
import { newFather } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { operatorCommand } from '../../tools/server-command.mjs'

/** A tile with a park, water and a road through all of it; of coarser tiles only the first quarter is on the map. */
const aTown = gzipSync(
  tile(
    layer('land', [feature('area', { kind: 'park' }, ring(200, 200, 1900, 200, 1900, 1900, 200, 1900))]),
    layer('water_polygons', [feature('area', { kind: 'river' }, ring(1400, 0, 1800, 0, 1800, 4096, 1400, 4096))]),
    layer('streets', [feature('line', { kind: 'primary' }, line(0, 2048, 4096, 2048))]),
  ),
)

/** Installs a map of Utrecht while Papadag runs, which looks for a new one every two seconds. */
export async function installMap({ dataDir, url }: Product): Promise<void> {
  const file = join(dataDir, 'utrecht.mbtiles')
  // Another part of the same test file may have written it for this Papadag.
  rmSync(file, { force: true })
  writeMapFile(file, { tiles: utrecht(aTown) })
  await runMap(dataDir, file)
  const { client } = await newFather(url)
  await expect.poll(async () => (await client.call(environment, {})).map).not.toBeNull()
}

export const removeMap = (dataDir: string): Promise<unknown> => runMap(dataDir, '--remove')

const runMap = (dataDir: string, argument: string) =>
  promisify(execFile)(process.execPath, [...operatorCommand, 'map', argument], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
