import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder, mapFile } from '../../testing/map-file.ts'
import { pbf } from '../../testing/write-pbf.ts'
import { withMapOf } from './make-map.ts'

/** A folder with `tilemaker` and `osmium` in place of the real ones, which draw `made` from a mended extract only. */
function programs(refusal: string) {
  const folder = emptyFolder()
  const made = join(folder, 'drawn.mbtiles')
  copyFileSync(mapFile(), made)
  const asked = join(folder, 'asked')
  const write = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  write('tilemaker', `case "$2" in *whole.osm.pbf) cp ${made} "$4" ;; *) echo Sorting nodes; ${refusal} ;; esac`)
  write(
    'osmium',
    `case "$*" in *--output-format=opl*) printf 'n1 v1\\nn2 v1\\nw7 v1 Nn1,n2,n3\\nw8 v1 Nn3,n4\\n' ;; *) cat >> ${asked}; touch "\${5#--output=}" ;; esac`,
  )
  const { PATH } = process.env
  process.env.PATH = `${folder}${delimiter}${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  return { mended: () => readFileSync(asked, 'utf8') }
}

function extract() {
  const path = join(emptyFolder(), 'delft.osm.pbf')
  writeFileSync(path, pbf({ nodes: [{ id: 1, lat: 52, lon: 4.3 }] }))
  return path
}

const draw = () => withMapOf(extract(), emptyFolder(), made => readFileSync(made).subarray(0, 15).toString())

test.each([
  ['says that a point is missing', 'echo Could not find node with id 3; exit 1'],
  ['crashes, as it does over a small one', 'kill -SEGV $$'],
])('an extract is mended where tilemaker %s', async (_, refusal) => {
  const { mended } = programs(refusal)
  expect(await draw()).toBe('SQLite format 3')
  expect(mended()).toBe('n1 v1\nn2 v1\nw7 v1 Nn1,n2\n')
})

test('an extract that tilemaker cannot draw for another reason is refused with its last words', async () => {
  programs('echo no memory left; exit 1')
  await expect(draw()).rejects.toThrow('tilemaker could not draw delft.osm.pbf: no memory left')
})
