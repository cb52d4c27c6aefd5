import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaintAsked, Painted } from '../../platform/map/painter.ts'
import { chooseTheme } from '../../platform/screen/theme.ts'
import { type StandInWorker, standInForWorkers } from '../../testing/workers.ts'
import { StaticMap } from './static-map.tsx'

const point = {
  version: 'v1',
  minZoom: 0,
  maxZoom: 14,
  bounds: { west: 3, south: 50, east: 8, north: 54 },
  latitude: 52.37,
  longitude: 4.89,
}

let painters: StandInWorker<PaintAsked, Painted>[] = []
let isSaving = false
beforeEach(() => {
  painters = standInForWorkers()
  isSaving = false
  vi.stubGlobal('devicePixelRatio', 4)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(176)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ transferFromImageBitmap() {} } as never)
  const real = globalThis.matchMedia
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(query =>
    query.includes('reduced-data') ? ({ matches: isSaving } as MediaQueryList) : real.call(globalThis, query),
  )
})
afterEach(() => {
  chooseTheme('system')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const label = 'Map around the Dam'
const picture = { width: 900, height: 528 } as ImageBitmap // only passed on
async function answer(changes: Partial<Painted> = {}) {
  const painter = painters.at(-1)
  const frame = painter?.asked.at(-1)?.frame
  await act(async () => {
    if (frame) painter?.onmessage?.({ data: { picture, frame, names: [], isLast: true, hasFailed: false, ...changes } })
  })
}
const isDrawn = () => screen.queryByRole('img', { name: label }) !== null
const credit = () => screen.queryByRole('link', { name: '© OpenStreetMap' })

test('the picture of a place is drawn around it, and its source is named once it is there', async () => {
  const { unmount } = render(<StaticMap point={point} label={label} />)
  expect(painters[0]?.asked).toMatchObject([
    { theme: 'light', ratio: 3, frame: { zoom: 16, width: 300, height: 176 }, map: { version: 'v1' } },
  ])
  expect([isDrawn(), credit()]).toEqual([false, null])
  await answer({ isLast: false })
  expect(isDrawn()).toBe(false)
  await answer()
  expect(isDrawn()).toBe(true)
  expect(credit()).not.toBeNull()
  unmount()
  expect(painters.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('when a part is missing or the drawing fails, no picture is shown', async () => {
  const { unmount } = render(<StaticMap point={point} label={label} />)
  await answer({ hasFailed: true })
  expect(isDrawn()).toBe(false)
  unmount()
  render(<StaticMap point={point} label={label} />)
  await act(async () => painters.at(-1)?.onerror?.())
  expect([isDrawn(), credit()]).toEqual([false, null])
})

test('a father who saves data gets no picture', () => {
  isSaving = true
  render(<StaticMap point={point} label={label} />)
  expect(painters).toEqual([])
  expect([isDrawn(), credit()]).toEqual([false, null])
})

test('another theme or place is drawn again, and the same place is not', async () => {
  const { rerender } = render(<StaticMap point={point} label={label} />)
  rerender(<StaticMap point={{ ...point }} label={label} />)
  expect(painters).toHaveLength(1)
  await act(async () => chooseTheme('dark'))
  expect(painters.at(-1)?.asked).toMatchObject([{ theme: 'dark' }])
  expect(painters.map(({ isEnded }) => isEnded)).toEqual([true, false])
  rerender(<StaticMap point={{ ...point, latitude: 52.38 }} label={label} />)
  expect(painters).toHaveLength(3)
  // The one before was called off, which is no failure.
  await answer()
  expect(isDrawn()).toBe(true)
})

test('a printed map fills its sheet in light colours, and says whether it has come', async () => {
  chooseTheme('dark')
  const onSettled = vi.fn()
  const onPaper = { width: 700, height: 112, ratio: 2, onSettled }
  const { unmount } = render(<StaticMap point={point} label={label} onPaper={onPaper} />)
  expect(painters[0]?.asked).toMatchObject([{ theme: 'light', ratio: 2, frame: { width: 700, height: 112 } }])
  expect(onSettled).not.toHaveBeenCalled()
  await answer()
  expect(onSettled).toHaveBeenCalledExactlyOnceWith(true)
  unmount()

  onSettled.mockClear()
  isSaving = true
  render(<StaticMap point={point} label={label} onPaper={onPaper} />)
  expect(onSettled).toHaveBeenCalledExactlyOnceWith(false)
})

test('printing a map waits no longer than ten seconds for it', async () => {
  const limits: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    limits.push(controller)
    return controller.signal
  })
  const onSettled = vi.fn()
  render(<StaticMap point={point} label={label} onPaper={{ width: 700, height: 112, ratio: 2, onSettled }} />)
  expect(timeout.mock.calls).toEqual([[10_000]])
  await act(async () => limits[0]?.abort())
  expect(onSettled).toHaveBeenCalledExactlyOnceWith(false)
  timeout.mockClear()
  render(<StaticMap point={point} label={label} />)
  expect(timeout).not.toHaveBeenCalled()
})

test('a sheet that closes before its picture has come hears nothing of it', async () => {
  const onSettled = vi.fn()
  const { unmount } = render(
    <StaticMap point={point} label={label} onPaper={{ width: 700, height: 112, ratio: 2, onSettled }} />,
  )
  unmount()
  await act(async () => {})
  expect([onSettled.mock.calls, painters[0]?.isEnded]).toEqual([[], true])
})
