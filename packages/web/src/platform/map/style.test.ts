import { expect, test } from 'vitest'
import { areaOfFeature, edgeOf, lineOfFeature, widthOf } from './style.ts'

test.each([
  ['water_polygons', 'lake', 'water'],
  ['ocean', undefined, 'water'],
  ['water_polygons', 'glacier', 'site'],
  ['land', 'forest', 'wood'],
  ['land', 'beach', 'sand'],
  ['land', 'residential', 'built'],
  ['land', 'village_green', 'grass'],
  ['land', 'swamp', 'grass'],
  ['land', 'playground', 'play'],
  ['land', 'pitch', 'pitch'],
  ['land', 'garden', 'grass'],
  ['land', 'farmland', undefined],
  ['sites', 'school', 'site'],
  ['sites', 'parking', 'parking'],
  ['sites', 'bicycle_parking', undefined],
  ['buildings', undefined, 'building'],
  ['street_polygons', 'pedestrian', 'square'],
  ['pier_polygons', undefined, 'pier'],
  ['dam_polygons', undefined, 'pier'],
  ['aerialways', undefined, undefined],
])('an area of %s, %s, is drawn as %s', (layer, kind, area) => expect(areaOfFeature(layer, kind)).toBe(area))

type Properties = Record<string, string | number | boolean>

test.each<[string, Properties, string | undefined]>([
  ['streets', { kind: 'motorway' }, 'motorway'],
  ['streets', { kind: 'trunk_link' }, 'motorway'],
  ['streets', { kind: 'primary', bridge: true }, 'primary-bridge'],
  ['streets', { kind: 'primary', bridge: false }, 'primary'],
  ['streets', { kind: 'primary', tunnel: true }, 'primary'],
  ['streets', { kind: 'living_street' }, 'minor'],
  ['streets', { kind: 'footway' }, 'path'],
  ['streets', { kind: 'footway', tunnel: true }, undefined],
  ['streets', { kind: 'construction' }, undefined],
  ['streets', { kind: 'rail', rail: true }, 'rail'],
  ['streets', { kind: 'rail', rail: true, tunnel: true }, undefined],
  ['streets', { kind: 'subway', rail: true }, undefined],
  ['streets', { kind: 'tram', rail: true }, 'tram'],
  ['streets', { kind: 'rail', rail: true, service: 'yard' }, 'tram'],
  ['streets', { kind: 'tram', rail: true, tunnel: true }, undefined],
  ['water_lines', { kind: 'river' }, 'river'],
  ['water_lines', { kind: 'canal' }, 'river'],
  ['water_lines', { kind: 'ditch' }, 'stream'],
  ['water_lines', { kind: 'river', tunnel: true }, undefined],
  ['boundaries', { admin_level: 2 }, 'border'],
  ['boundaries', { admin_level: 4 }, 'region'],
  ['boundaries', { admin_level: 2, maritime: true }, undefined],
  ['pier_lines', {}, 'quay'],
  ['aerialways', {}, undefined],
])('a line of %s, %o, is drawn as %s', (layer, properties, kind) => {
  expect(lineOfFeature(layer, key => properties[key])).toBe(kind)
})

test('a line is drawn from its first zoom, grows evenly in between, and keeps its last width', () => {
  expect([3.9, 4.99, 5].map(zoom => widthOf('motorway', zoom))).toEqual([0, 0, 0.6])
  expect(widthOf('motorway', 8)).toBeCloseTo(1.4)
  expect(widthOf('motorway', 6.5)).toBeCloseTo(Math.sqrt(0.6 * 1.4))
  expect([19, 22].map(zoom => widthOf('motorway', zoom))).toEqual([40, 40])
  expect(widthOf('primary-bridge', 13)).toBeCloseTo(3.2)
})

test('streets have edges from zoom 12, which grow up to 1.6 px', () => {
  expect(edgeOf(11.99)).toBe(0)
  expect(edgeOf(12)).toBeCloseTo(0.6)
  expect(edgeOf(14)).toBeCloseTo(0.9)
  expect(edgeOf(19)).toBe(1.6)
})
