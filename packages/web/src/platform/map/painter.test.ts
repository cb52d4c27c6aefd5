import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPainter, type PaintAsked, type Painted } from './painter.ts'
import { palettes } from './palette.ts'
import { feature, layer, ring, tile } from './testing.ts'

const bytes = tile(layer('buildings', [feature('area', {}, ring(0, 0, 9, 0, 9, 9))]))
const world = { west: -180, south: -85, east: 180, north: 85 }
const own = { version: 'v1', minZoom: 0, maxZoom: 14, bounds: world }

let canvas: { width: number; height: number }
let ground: string[] = []
let transforms: number[][] = []
let filled = 0
let painted: Painted[] = []
let answers: ((response: Response) => void)[] = []
let requested: string[] = []
let fontLoads = async () => {}

beforeEach(() => {
  ;[ground, transforms, painted, answers, requested, filled] = [[], [], [], [], [], 0]
  fontLoads = async () => {}
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const context = {
    fillStyle: '',
    setTransform: (...to: number[]) => void transforms.push(to),
    fillRect: (...at: number[]) => void ground.push(`${at.slice(2)} ${context.fillStyle}`),
    fill: () => (filled += 1),
    setLineDash() {},
    stroke() {},
    save() {},
    restore() {},
    beginPath() {},
    rect() {},
    clip() {},
    moveTo() {},
    lineTo() {},
  }
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width = 1
      height = 1
      constructor() {
        canvas = this
      }
      getContext = () => context
      transferToImageBitmap = () => ({ width: this.width, height: this.height })
    },
  )
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
    },
  )
  vi.stubGlobal(
    'FontFace',
    class {
      load = () => fontLoads()
    },
  )
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address)
    return new Promise<Response>(done => answers.push(done))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A view of 256 by 256 px, of one tile of zoom 12 that is drawn 512 px wide. */
const view = (changes: Partial<PaintAsked> = {}): PaintAsked => ({
  map: own,
  theme: 'light',
  frame: { zoom: 13, left: 512 * 2100 + 10, top: 512 * 1300 + 20, width: 256, height: 256 },
  ratio: 2,
  covered: [],
  ...changes,
})
/** Lets everything go on that waits for no timer. */
async function settle() {
  for (let turn = 0; turn < 3; turn += 1) await vi.advanceTimersByTimeAsync(0)
}
async function arrive(response = new Response(Uint8Array.from(bytes))) {
  await settle()
  answers.shift()?.(response)
  await settle()
}
const gone = () => new Response('busy', { status: 503 })
const painter = () => createPainter(one => painted.push(one))

test('a view whose tiles are on their way is answered at once without a picture, and painted when they have come', async () => {
  const asked = view()
  const done = painter()(asked)
  expect(painted).toEqual([{ picture: undefined, frame: asked.frame, names: [], isLast: false, hasFailed: false }])
  await settle()
  expect(requested).toEqual(['/tiles/v1/12/2100/1300.mvt'])
  await arrive()
  await done
  expect(painted).toHaveLength(2)
  expect(painted[1]).toEqual({
    picture: { width: 512, height: 512 },
    frame: asked.frame,
    names: [],
    isLast: true,
    hasFailed: false,
  })
  expect([canvas.width, canvas.height]).toEqual([512, 512])
  expect(ground).toEqual([`512,512 ${palettes.light.ground}`])
  expect(filled).toBe(1)
  // The tile begins 10 px left of the view and 20 px above it.
  expect(transforms).toContainEqual([0.25, 0, 0, 0.25, -20, -40])
})

test('tiles that are already there are painted at once, in the theme and size asked for', async () => {
  const paint = painter()
  const first = paint(view())
  await arrive()
  await first
  const frame = { ...view().frame, width: 200, height: 100 }
  await paint(view({ theme: 'dark', frame, ratio: 1 }))
  expect(painted.at(-1)).toEqual({
    picture: { width: 200, height: 100 },
    frame,
    names: [],
    isLast: true,
    hasFailed: false,
  })
  expect(ground.at(-1)).toBe(`200,100 ${palettes.dark.ground}`)
  expect(requested).toHaveLength(1)
})

test('tiles that come one after another are painted together, and what is still missing at the end', async () => {
  const frame = { ...view().frame, left: 512 * 2100 - 10, width: 1060 }
  const done = painter()(view({ frame }))
  await settle()
  expect(requested).toHaveLength(4)
  await arrive()
  await arrive()
  await vi.advanceTimersByTimeAsync(59)
  expect(painted).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(painted).toHaveLength(2)
  expect(filled).toBe(2)
  await arrive(gone())
  await arrive()
  await done
  expect(painted).toHaveLength(3)
  expect(painted.map(({ isLast, hasFailed }) => [isLast, hasFailed])).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ])
  expect(filled).toBe(5)
  await vi.advanceTimersByTimeAsync(1000)
  expect(painted).toHaveLength(3)
})

test('when the map moves on, only its last view is painted', async () => {
  const paint = painter()
  const first = paint(view())
  const frame = { ...view().frame, left: 512 * 2200 }
  const second = paint(view({ frame }))
  await arrive()
  await arrive()
  await Promise.all([first, second])
  await vi.advanceTimersByTimeAsync(1000)
  expect(painted.filter(({ picture }) => picture).map(one => one.frame)).toEqual([frame])
})

test('another version of the map counts as another map', async () => {
  const paint = painter()
  const first = paint(view())
  await arrive()
  await first
  const second = paint(view({ map: { ...own, version: 'v2' } }))
  await settle()
  expect(requested).toEqual(['/tiles/v1/12/2100/1300.mvt', '/tiles/v2/12/2100/1300.mvt'])
  await arrive()
  await second
})

test('beyond the map only hatched ground is drawn', async () => {
  const bounds = { west: 3, south: 50, east: 4, north: 51 }
  await painter()(view({ map: { ...own, bounds } }))
  expect(painted).toMatchObject([{ picture: { width: 512 }, isLast: true, hasFailed: false }])
  expect(requested).toEqual([])
})

test('names wait for their font, and are drawn without it if it does not come', async () => {
  fontLoads = () => Promise.reject(new Error('offline'))
  const done = painter()(view())
  await arrive()
  await done
  expect(painted.at(-1)).toMatchObject({ picture: {}, hasFailed: false })
})
