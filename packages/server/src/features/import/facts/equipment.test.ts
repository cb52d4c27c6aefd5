import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { devicesOf } from './equipment.ts'

test('each of the 85 devices of the best public map is known, as docs/places.md says', () => {
  const page = readFileSync(new URL('../../../../../../docs/places.md', import.meta.url), 'utf8')
  const rows = page.split('| Its 85 devices')[1]?.matchAll(/^\| ([a-z_, ]+) \| `(\w+)` \|$/gm) ?? []
  const known = [...rows].flatMap(([, devices = '', ours]) => devices.split(', ').map(device => [device, ours]))
  expect(new Set(known.map(([device]) => device)).size).toBe(85)
  for (const [device, ours] of known)
    expect([device, devicesOf({ playground: device ?? '' })]).toEqual([device, [ours]])
})
