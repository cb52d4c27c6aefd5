import { expect, test } from 'vitest'
import { draw, type Picture } from './draw.ts'
import type { Name } from './names.ts'
import { palettes } from './palette.ts'
import type { Area, LineKind } from './style.ts'
import type { Island } from './tile-parts.ts'

const palette = palettes.light

/** What is on paths and canvases of this test: each path is its own name. */
const pathOf = (name: string) => name as unknown as Path2D // the stand-in for a canvas only passes it on

/** A canvas that notes what is drawn, with which colours and widths. */
function canvas() {
  const drawn: string[] = []
  const transforms: number[][] = []
  const state = {
    lineCap: '',
    lineJoin: '',
    lineWidth: 0,
    fillStyle: '',
    strokeStyle: '',
    font: '',
    dash: [] as number[],
  }
  const round = (value: number) => Math.round(value * 1000) / 1000
  const context = Object.assign(state, {
    setTransform: (...to: number[]) => void transforms.push(to.map(round)),
    fillRect: (...at: number[]) => void drawn.push(`ground ${at.map(round)} ${state.fillStyle}`),
    arc: (...at: number[]) => void drawn.push(`arc ${at.slice(0, 3).map(round)}`),
    moveTo() {},
    lineTo() {},
    fill: (path = 'what was begun', rule = '') => void drawn.push(`fill ${path} ${state.fillStyle}${rule}`),
    stroke: (path = 'what was begun') =>
      void drawn.push(
        `line ${path} ${state.strokeStyle} ${round(state.lineWidth)} ${state.lineCap} [${state.dash.map(round)}]`,
      ),
    setLineDash(dash: number[]) {
      state.dash = dash
    },
    save: () => void drawn.push('save'),
    restore: () => void drawn.push('restore'),
    beginPath() {},
    rect: (...at: number[]) => void drawn.push(`rect ${at}`),
    clip: () => void drawn.push('clip'),
    measureText: (text: string) => ({ width: text.length * 6 }),
    strokeText: (text: string) => void drawn.push(`halo ${text} ${state.strokeStyle}`),
    fillText: (text: string) => void drawn.push(`name ${text} ${state.fillStyle} ${state.font.split(' "')[0]}`),
  })
  return { context: context as unknown as OffscreenCanvasRenderingContext2D, drawn, transforms }
}

const view: Picture = { width: 800, height: 600, zoom: 15, ratio: 2, covered: [] }

function drawTile(
  areas: Area[],
  lines: LineKind[],
  names: Name[] = [],
  { islands = [], numbers = [], ...picture }: Partial<Picture & { islands: Island[]; numbers: Name[] }> = {},
) {
  const { context, drawn, transforms } = canvas()
  const tile = {
    areas: new Map(areas.map(area => [area, [pathOf(area)]])),
    lines: new Map(lines.map(kind => [kind, [pathOf(kind)]])),
    names,
    islands,
    numbers: () => numbers,
  }
  const labels = draw(context, [{ tile, left: 10, top: 20, size: 4096 }], { ...view, ...picture }, palette)
  return { drawn: drawn.slice(1), ground: drawn[0], labels, transforms }
}

const kinds = (drawn: string[]) => drawn.map(one => one.split(' ').slice(0, 3).join(' '))

test('the ground covers the whole picture in the device’s pixels', () => {
  expect(drawTile([], []).ground).toBe(`ground 0,0,1600,1200 ${palette.ground}`)
})

test('areas are filled in order and colour at the place of their tile, with rivers right on top of the water', () => {
  const { drawn, transforms } = drawTile(['water', 'grass', 'pier'], ['river'])
  expect(kinds(drawn)).toEqual([
    `fill grass ${palette.grass}`,
    `fill water ${palette.water}`,
    `line river ${palette.water}`,
    `fill pier ${palette.pier}`,
  ])
  expect(transforms).toContainEqual([2, 0, 0, 2, 20, 40])
})

test('buildings have edges from zoom 16 on, within their tile', () => {
  expect(drawTile(['building'], [], [], { zoom: 15.9 }).drawn).toHaveLength(1)
  expect(drawTile(['building'], [], [], { zoom: 16 }).drawn.slice(1)).toEqual([
    'save',
    'rect 0,0,4096,4096',
    'clip',
    `line building ${palette.buildingEdge} 0.8 round []`,
    'restore',
  ])
  expect(drawTile(['grass'], [], [], { zoom: 16 }).drawn).toHaveLength(1)
})

test('streets have their edges below all middles, main ones in their own colour, and bridges above both', () => {
  const { drawn } = drawTile([], ['path', 'minor', 'primary', 'primary-bridge'])
  expect(drawn).toEqual([
    `line path ${palette.path} 0.9 round [3,2.5]`,
    `line minor ${palette.streetEdge} ${3.6 + 2.1} round []`,
    `line primary ${palette.mainEdge} ${7 + 2.1} round []`,
    `line minor ${palette.street} 3.6 round []`,
    `line primary ${palette.main} 7 round []`,
    `line primary-bridge ${palette.mainEdge} ${7 + 2.9} butt []`,
    `line primary-bridge ${palette.main} 7 butt []`,
  ])
})

test('zoomed out, streets are drawn without edges, small ones in the colour of an edge, and paths without dashes', () => {
  const { drawn } = drawTile([], ['secondary', 'tertiary', 'primary', 'secondary-bridge', 'tertiary-bridge'], [], {
    zoom: 11.5,
  })
  expect(kinds(drawn)).toEqual([
    `line tertiary ${palette.streetEdge}`,
    `line secondary ${palette.secondEdge}`,
    `line primary ${palette.main}`,
    `line tertiary-bridge ${palette.streetEdge}`,
    `line secondary-bridge ${palette.secondEdge}`,
  ])
  const near = (zoom: number) => drawTile([], ['tertiary'], [], { zoom }).drawn.at(-1)
  expect(near(12.99)).toContain(palette.streetEdge)
  expect(near(13)).toContain(palette.street)
  const second = (zoom: number) => drawTile([], ['secondary'], [], { zoom }).drawn.at(-1)
  expect(second(11.99)).toContain(palette.secondEdge)
  expect(second(12)).toContain(`${palette.second} `)
  const path = (zoom: number) => drawTile([], ['path'], [], { zoom }).drawn[0]
  expect(path(14.99)).toContain('[]')
  expect(path(15)).toContain('[3,2.5]')
  expect(path(12)).toBeUndefined()
})

test('a bridge for a path has a thin edge of its own', () => {
  expect(drawTile([], ['path-bridge']).drawn).toEqual([
    `line path-bridge ${palette.streetEdge} 2.9 butt []`,
    `line path-bridge ${palette.path} 0.9 butt []`,
  ])
})

test('rails are hatched from zoom 14, and borders are dashed each in their own way', () => {
  expect(kinds(drawTile([], ['rail'], [], { zoom: 13.9 }).drawn)).toEqual([`line rail ${palette.rail}`])
  const { drawn } = drawTile([], ['rail', 'tram', 'border', 'region', 'quay'], [], { zoom: 15 })
  expect(kinds(drawn)).toEqual([
    `line quay ${palette.pier}`,
    `line rail ${palette.rail}`,
    `line rail ${palette.ground}`,
    `line tram ${palette.rail}`,
    `line border ${palette.border}`,
    `line region ${palette.border}`,
  ])
  expect(drawn[2]).toContain('0.7 round [6,6]')
  expect(drawn[4]).toContain('[7,4]')
  expect(drawn[5]).toContain('[3,3]')
})

test('wide lines have round corners, and narrow ones corners that cannot grow into spikes', () => {
  const { context } = canvas()
  const joins: unknown[] = []
  const noting = Object.assign(context, { stroke: () => void joins.push([context.lineJoin, context.miterLimit]) })
  const paths = new Map<LineKind, Path2D[]>([
    ['minor', [pathOf('minor')]],
    ['primary', [pathOf('primary')]],
  ])
  const tile = { areas: new Map(), lines: paths, names: [], islands: [], numbers: () => [] }
  draw(noting, [{ tile, left: 0, top: 0, size: 4096 }], view, palette)
  const [narrow, wide] = [
    ['miter', 2],
    ['round', 2],
  ]
  expect(joins).toEqual([narrow, wide, narrow, wide])
})

test('every path of a kind is drawn, each tile in its place', () => {
  const { context, drawn } = canvas()
  const tile = {
    areas: new Map([['grass' as const, [pathOf('park'), pathOf('meadow')]]]),
    lines: new Map([['tram' as const, [pathOf('a'), pathOf('b')]]]),
    names: [],
    islands: [],
    numbers: () => [],
  }
  draw(context, [{ tile, left: 0, top: 0, size: 4096 }], view, palette)
  expect(kinds(drawn).slice(1)).toEqual([
    `fill park ${palette.grass}`,
    `fill meadow ${palette.grass}`,
    `line a ${palette.rail}`,
    `line b ${palette.rail}`,
  ])
})

test('names are drawn over everything, the most important last, each with a halo', () => {
  const at = (text: string, kind: Name['kind'], rank: number, y: number): Name => ({
    text,
    kind,
    rank,
    fromZoom: 10,
    along: kind === 'street' ? [100, y, 600, y] : [300, y],
  })
  const { drawn, labels } = drawTile(
    [],
    ['minor'],
    [at('Utrecht', 'place', 2, 100), at('Dam', 'street', 25, 300), at('Rijn', 'water', 15, 500)],
  )
  expect(drawn.slice(2)).toEqual([
    `halo Dam ${palette.halo}`,
    `name Dam ${palette.streetName} 550 11.5px`,
    `halo Rijn ${palette.waterHalo}`,
    `name Rijn ${palette.waterName} italic 550 12px`,
    `halo Utrecht ${palette.halo}`,
    `name Utrecht ${palette.placeName} 700 17px`,
  ])
  expect(labels.map(({ text, x, y, width }) => [text, x, y, width])).toEqual([
    ['Utrecht', 310, 120, 42],
    ['Rijn', 310, 520, 24],
    ['Dam', 360, 320, 18],
  ])
})

test('the middle of a roundabout stays free of its street, unless it is free anyway or too small to be seen', () => {
  const island = (radius: number): Island => ({ x: 300, y: 400, radius, street: 'primary' })
  const shown = (radius: number, zoom = 15) =>
    drawTile([], [], [], { islands: [island(radius)], zoom }).drawn.map(one => one.split(' ').slice(0, 6).join(' '))
  // A primary street is 7 px wide here.
  expect(shown(5)).toEqual([
    'arc 300,400,2.25',
    `fill what was begun ${palette.grass}`,
    `line what was begun ${palette.mainEdge} 0.8`,
  ])
  expect(shown(6.3)).not.toEqual([])
  expect(shown(6.4)).toEqual([])
  expect(shown(2.6)).toEqual([])
  expect(shown(5, 11)).toEqual([])
})

test('house numbers are drawn from zoom 17, and are not read before', () => {
  const number: Name = { text: '12', kind: 'number', rank: 60, fromZoom: 17, along: [300, 300] }
  const drawnAt = (zoom: number) => drawTile([], [], [], { numbers: [number], zoom }).drawn
  expect(drawnAt(16.99)).toEqual([])
  expect(drawnAt(17)).toEqual([`halo 12 ${palette.halo}`, `name 12 ${palette.streetName} 500 10.5px`])
})

test.each([
  ['stop', 'H', 11],
  ['parking', 'P', 14],
] as const)('the sign for a %s is a square with a letter', (kind, text, side) => {
  const sign: Name = { text, kind, rank: 30, fromZoom: 15, along: [300, 300] }
  const { drawn } = drawTile([], [], [sign])
  expect(drawn[0]).toBe(`ground ${-side / 2},${-side / 2},${side},${side} ${palette.sign}`)
  expect(drawn[1]).toContain(`name ${text} ${palette.signText}`)
})

test.each([
  ['pitch', 'pitchEdge'],
  ['play', 'playEdge'],
] as const)('a %s has an edge from zoom 15', (area, edge) => {
  expect(kinds(drawTile([area], [], [], { zoom: 14.99 }).drawn)).toEqual([`fill ${area} ${palette[area]}`])
  expect(kinds(drawTile([area], [], [], { zoom: 15 }).drawn)).toContain(`line ${area} ${palette[edge]}`)
})

test.each([
  ['whole picture', { left: 0, top: 0, right: 800, bottom: 600 }, false],
  ['left half', { left: 0, top: 0, right: 400, bottom: 600 }, true],
  ['lower half', { left: 0, top: 300, right: 800, bottom: 600 }, true],
  ['none of it', { left: 800, top: 0, right: 800, bottom: 600 }, true],
])('whether a map that covers the %s is hatched beyond: %s', (_, there, isHatched) => {
  const { drawn } = drawTile(['grass'], [], [], { there })
  expect(drawn.some(one => one.includes(palette.hatch))).toBe(isHatched)
  if (isHatched)
    expect(drawn).toContain(`rect ${there.left},${there.top},${there.right - there.left},${there.bottom - there.top}`)
})
