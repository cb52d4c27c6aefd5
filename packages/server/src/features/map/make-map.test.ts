import { chmodSync, copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readTile } from '../../../../web/src/platform/map/read-tile.ts'
import { feature, layer, ring, tile } from '../../../../web/src/platform/map/testing.ts'
import { openMaps } from '../../platform/map/maps.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
import { utrecht } from '../../testing/write-map-file.ts'
import { type ExtractTimes, extractOf, pbf } from '../../testing/write-pbf.ts'
import { installMap } from './install.ts'
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

const draw = () =>
  withMapOf(extract(), { folder: emptyFolder() }, made => readFileSync(made).subarray(0, 15).toString())

test.each([
  ['says that a point is missing', 'echo Could not find node with id 3; exit 1'],
  ['crashes, as it does over a small one', 'kill -SEGV $$'],
])('an extract is repaired when tilemaker %s', async (_, refusal) => {
  const { mended } = programs(refusal)
  expect(await draw()).toBe('SQLite format 3')
  expect(mended()).toBe('n1 v1\nn2 v1\nw7 v1 Nn1,n2\n')
})

test('an extract that tilemaker cannot draw for another reason is refused with the program’s last words', async () => {
  programs('echo no memory left; exit 1')
  await expect(draw()).rejects.toThrow('tilemaker could not draw delft.osm.pbf: no memory left')
})

const geometryOf = (x: number) => ring(x, x, 100 * x, x, x, 50)
const drawnIn = (order: readonly number[]) =>
  tile(
    layer(
      'streets',
      order.map(at => feature('area', { kind: `kind ${at}`, name: `name ${at % 3}`, rail: at > 2 }, geometryOf(at))),
    ),
    layer(
      'land',
      order.toReversed().map(at => feature('area', { kind: at % 2 === 0 ? 'park' : 'wood' }, geometryOf(at))),
    ),
  )

test('nodes that draw the same extract have the same tiles, in whatever order the program wrote them', () => {
  const installed = [
    [1, 2, 3, 4, 5],
    [3, 1, 5, 4, 2],
    [5, 4, 3, 2, 1],
  ].map(order => {
    const folder = emptyFolder()
    const map = installMap({ file: mapFile({ tiles: utrecht(drawnIn(order)) }), folder, isDrawn: true })
    const maps = openMaps(folder)
    const found = maps.tile(map.version, { z: 14, x: 8424, y: 5404 })
    maps.close()
    return { version: map.version, plain: found.kind === 'tile' ? gunzipSync(found.bytes) : undefined }
  })
  expect(installed).toEqual(Array(3).fill(installed[0]))
  const read = (bytes: Uint8Array | undefined) => {
    const seen: unknown[] = []
    readTile(bytes ?? new Uint8Array(), ({ layer: name, kind, get, shape }) =>
      seen.push([name, kind, get('kind'), get('name'), get('rail'), shape()]),
    )
    return seen.map(one => JSON.stringify(one)).sort()
  }
  expect(read(installed[0]?.plain)).toEqual(read(drawnIn([1, 2, 3, 4, 5])))
  const other = installMap({
    file: mapFile({ tiles: utrecht(drawnIn([1, 2, 3, 4])) }),
    folder: emptyFolder(),
    isDrawn: true,
  })
  expect(other.version).not.toBe(installed[0]?.version)
})

const second = (text: string) => Date.parse(text) / 1000
test.each<[what: string, times: ExtractTimes, date: string | undefined]>([
  [
    'of its newest dense node',
    { dense: [second('2020-05-01'), second('2021-02-03'), second('2019-01-01')] },
    '2021-02-03',
  ],
  ['of its newest way', { dense: [second('2020-05-01')], way: second('2022-07-08') }, '2022-07-08'],
  ['of its newest relation', { way: second('2020-05-01'), relation: second('2023-03-04') }, '2023-03-04'],
  ['of its newest single node', { node: second('2018-03-04') }, '2018-03-04'],
  [
    'of its newest object, but one from the future',
    { dense: [second('2020-05-01'), second('2199-01-01')] },
    '2020-05-01',
  ],
  ['that its header says', { header: second('2024-01-02'), way: second('2022-07-08') }, '2024-01-02'],
  ['of its copy, if nobody says', {}, undefined],
])('an extract has the age %s', async (_, times, date) => {
  programs('exit 1')
  const path = join(emptyFolder(), 'whole.osm.pbf')
  writeFileSync(path, extractOf(times))
  utimesSync(path, new Date('2026-01-01'), new Date('2026-01-01'))
  const at = await withMapOf(path, { folder: emptyFolder() }, (_made, dataAtMs) => dataAtMs)
  expect(new Date(at).toISOString().slice(0, 10)).toBe(date ?? '2026-01-01')
})

test('drawing a map leaves nothing behind when it is stopped, and stops its program', async () => {
  programs('echo $$ > "$4.pid"; exec sleep 60')
  const folder = emptyFolder()
  const drawing = withMapOf(extract(), { folder }, () => undefined)
  const pid = await vi.waitFor(() => {
    const [draft = ''] = readdirSync(folder)
    return Number(readFileSync(join(folder, draft, 'made.mbtiles.pid'), 'utf8')) || Promise.reject(new Error('not yet'))
  }, 10_000)
  process.emit('SIGTERM')
  await expect(drawing).rejects.toThrow('Stopped. Nothing was changed.')
  expect(readdirSync(folder)).toEqual([])
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000)
})
