import { gzipSync } from 'node:zlib'
import { type MapTile, writeMapFile } from '../packages/server/src/testing/write-map-file.ts'
import { feature, layer, line, ring, type TestFeature, tile } from '../packages/web/src/platform/map/testing.ts'

/** The same numbers each time. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const extent = 4096
/** Between streets; a block of the old town is about 40 m. */
const block = 80
const kinds = ['residential', 'residential', 'residential', 'tertiary', 'living_street', 'secondary', 'primary']
const syllables = ['ka', 'nal', 'molen', 'linden', 'vis', 'markt', 'wester', 'heren', 'brug', 'pleijn', 'oude', 'kerk']

/** A tile of zoom 14 of the middle of a large city: a canal, parks, streets with names, and a house on every plot. */
function denseTile(seed = 1): Uint8Array {
  const random = numbers(seed)
  const at = (value: number) => Math.round(value + (random() - 0.5) * 16)
  const [streets, names, houses, water, land]: TestFeature[][] = [[], [], [], [], []]
  land?.push(feature('area', { kind: 'residential' }, ring(-80, -80, 4176, -80, 4176, 4176, -80, 4176)))
  for (let row = 0; row * block < extent; row += 1) {
    for (const across of [true, false]) {
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'residential'
      const name = `${[1, 2, 3].map(() => syllables[Math.floor(random() * syllables.length)]).join('')}straat`
      const points = Array.from({ length: 54 }, (_, step) => [step * block - 40, at(row * block)] as const)
      const commands = line(...points.flatMap(([along, aside]) => (across ? [along, aside] : [aside, along])))
      streets?.push(feature('line', { kind }, commands))
      names?.push(feature('line', { kind, name }, commands))
    }
  }
  for (let row = 0; row < 52; row += 1) {
    for (let column = 0; column < 52; column += 1) {
      const [left, top] = [column * block + 18, row * block + 18]
      if (row % 9 === 4) {
        water?.push(
          feature('area', { kind: 'canal' }, ring(left - 18, top, left + block, top, left + block, at(top + 60))),
        )
      } else if (random() < 0.06) {
        land?.push(
          feature(
            'area',
            { kind: 'park' },
            ring(left, top, left + 50, top, at(left + 50), at(top + 50), left, top + 50),
          ),
        )
      } else {
        for (let plot = 0; plot < 3; plot += 1) {
          const [x, y] = [at(left + plot * 20), at(top + 10)]
          houses?.push(
            feature('area', {}, ring(x, y, at(x + 16), at(y), at(x + 16), y + 30, x + 8, at(y + 36), x, y + 30)),
          )
        }
      }
    }
  }
  return gzipSync(
    tile(
      layer('land', land ?? []),
      layer('water_polygons', water ?? []),
      layer('buildings', houses ?? []),
      layer('streets', streets ?? []),
      layer('street_labels', names ?? []),
    ),
  )
}

/** Writes a map of a dense city around a place, 5 km to each side. */
export function writeDenseMap(path: string, { latitude, longitude }: { latitude: number; longitude: number }): void {
  const tiles: MapTile[] = []
  for (let z = 0; z <= 14; z += 1) {
    const side = 2 ** z
    const column = (degrees: number) => Math.floor(((degrees + 180) / 360) * side)
    const row = (degrees: number) =>
      Math.floor(((1 - Math.asinh(Math.tan((degrees * Math.PI) / 180)) / Math.PI) / 2) * side)
    for (let x = column(longitude - 0.08); x <= column(longitude + 0.08); x += 1)
      for (let y = row(latitude + 0.05); y <= row(latitude - 0.05); y += 1)
        tiles.push({ z, x, y, bytes: denseTile(x * 31 + y) })
  }
  writeMapFile(path, { tiles })
}
