import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { draftIn, pathOf, putInPlace, readState, stampOf, sweep } from './map-folder.ts'
import { openTileStore } from './tile-store.ts'

const dayMs = 86_400_000
const now = Date.now()

const mapOf = (sign: string) => ({
  ...{ version: sign.repeat(16), name: `${sign}.mbtiles`, minZoom: 0, maxZoom: 14, dataAtMs: now, tiles: 1, bytes: 1 },
  bounds: { west: 5, south: 52, east: 5.3, north: 52.2 },
})

function install(at: string, sign: string, nowMs: number) {
  const draft = draftIn(at)
  writeFileSync(draft, sign)
  putInPlace(at, { map: mapOf(sign), draft }, nowMs)
}

const stateOf = (at: string) => {
  const { current, before } = readState(at)
  return [current?.name, before.map(({ map, untilMs }) => [map.name, untilMs - now])]
}

test('a map is kept for a day after it was replaced or removed', () => {
  const at = emptyFolder()
  expect([stateOf(at), stampOf(at)]).toEqual([[undefined, []], ''])
  install(at, 'a', now)
  const stamp = stampOf(at)
  expect([stateOf(at), stamp === '']).toEqual([['a.mbtiles', []], false])
  install(at, 'b', now)
  expect(stateOf(at)).toEqual(['b.mbtiles', [['a.mbtiles', dayMs]]])
  expect(stampOf(at)).not.toBe(stamp)
  // Again the same, and back to the one before.
  install(at, 'b', now + 1)
  expect(stateOf(at)).toEqual(['b.mbtiles', [['a.mbtiles', dayMs]]])
  install(at, 'a', now + 2)
  expect(stateOf(at)).toEqual(['a.mbtiles', [['b.mbtiles', dayMs + 2]]])
  putInPlace(at, undefined, now + 3)
  expect(stateOf(at)).toEqual([
    undefined,
    [
      ['a.mbtiles', dayMs + 3],
      ['b.mbtiles', dayMs + 2],
    ],
  ])
  putInPlace(at, undefined, now + dayMs + 2)
  expect(stateOf(at)).toEqual([undefined, [['a.mbtiles', dayMs + 3]]])
})

test('a map that nothing refers to any more is deleted when its day is over, and nothing else is', () => {
  const at = emptyFolder()
  install(at, 'a', now)
  install(at, 'b', now)
  writeFileSync(join(at, 'readme.txt'), '')
  writeFileSync(join(at, 'draft-1-1'), '')
  writeFileSync(join(at, 'draft-1-2'), '')
  writeFileSync(pathOf(at, 'c'.repeat(16)), '')
  writeFileSync(pathOf(at, 'd'.repeat(16)), '')
  for (const old of [join(at, 'draft-1-1'), join(at, 'readme.txt'), pathOf(at, 'c'.repeat(16))]) {
    utimesSync(old, new Date(now - dayMs - 1000), new Date(now - dayMs - 1000))
  }
  const names = () =>
    readdirSync(at)
      .map(name => name.replace(/^(.)\1{15}\./, '$1.'))
      .sort()
  sweep(at, now)
  expect(names()).toEqual(['a.mbtiles', 'b.mbtiles', 'd.mbtiles', 'draft-1-2', 'map.json', 'readme.txt'])
  sweep(at, now + dayMs)
  expect(names()).not.toContain('a.mbtiles')
  expect(names()).toContain('b.mbtiles')
  expect(() => sweep(join(at, 'nowhere'))).not.toThrow()
})

test('files left by a killed command are removed by the next one and by the server, and files being written stay', () => {
  const at = emptyFolder()
  const dead = spawnSync(process.execPath, ['--version']).pid
  const own = basename(draftIn(at))
  const drafts = {
    [`draft-${hostname()}-${dead}-17`]: false,
    [`draft-${hostname()}-${process.ppid}-17`]: true,
    // A process with the same number, before the container was started again.
    [`draft-${hostname()}-${process.pid}-17`]: false,
    [`draft-other.host-${dead}-17`]: true,
    [own]: true,
  }
  const kept = Object.keys(drafts).filter(name => drafts[name])
  for (const clear of [() => draftIn(at), () => sweep(at)]) {
    for (const name of Object.keys(drafts)) mkdirSync(join(at, name), { recursive: true })
    writeFileSync(join(at, `draft-${hostname()}-${dead}-17`, 'made.mbtiles'), 'half')
    clear()
    expect(readdirSync(at).sort()).toEqual(kept.toSorted())
  }
})

test('pictures of a map are kept up to a total size, and those unseen for the longest go first', () => {
  const at = emptyFolder()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const store = openTileStore(join(at, 'tiles.sqlite'), 100)
  onTestFinished(() => store.close())
  const tile = (x: number) => ({ z: 14, x, y: 1 })
  const put = (x: number) =>
    store.put(tile(x), { bytes: new Uint8Array(10).fill(x), type: 'image/png', etag: `"${x}"`, fetchedAtMs: now })
  for (let x = 0; x < 10; x += 1) {
    vi.setSystemTime(now + x)
    put(x)
  }
  expect(store.get(tile(3))).toMatchObject({ type: 'image/png', etag: '"3"', fetchedAtMs: now })
  expect(store.get({ z: 14, x: 3, y: 2 })).toBeUndefined()
  // The first is seen again more than an hour later.
  vi.setSystemTime(now + 3_600_001)
  store.get(tile(0))
  put(10)
  expect([0, 1, 2, 10].map(x => store.get(tile(x)) !== undefined)).toEqual([true, false, false, true])
  store.confirm(tile(4), now + 5)
  expect([store.get(tile(4))?.fetchedAtMs, store.get(tile(5))?.fetchedAtMs]).toEqual([now + 5, now])
})

test('a damaged store of map pictures is started anew', () => {
  const file = join(emptyFolder(), 'tiles.sqlite')
  writeFileSync(file, 'no database at all, but long enough to be taken for one'.repeat(20))
  const store = openTileStore(file)
  expect(store.get({ z: 1, x: 0, y: 0 })).toBeUndefined()
  store.close()
})
