import type { MapPoint } from '@papadag/contract/places/hosted-map'
import type { PaintAsked, Painted } from './painter.ts'
import type { Theme } from './palette.ts'

export interface StaticPicture {
  /** Its middle. */
  point: MapPoint
  theme: Theme
  /** Pixels of the screen, or of paper. */
  width: number
  height: number
  /** Pixels of the picture for each of them. */
  ratio: number
}

/** A few streets on each side. */
const zoom = 16

/** Whether the browser has been told to load little; then a page stays without pictures of the map. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } } // missing from the types
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

/** A worker that answers each `PaintAsked` with what it has `Painted`. */
export const startPainter = (): Worker => new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' })

/** Draws a static picture of the map into a canvas, in a worker that ends with it. Rejects if a part of it is missing. */
export async function drawStaticMap(
  canvas: HTMLCanvasElement,
  picture: StaticPicture,
  signal: AbortSignal,
): Promise<void> {
  const { width, height, theme, ratio } = picture
  const { latitude, longitude, ...map } = picture.point
  const size = 256 * 2 ** zoom
  const x = ((longitude + 180) / 360) * size
  const y = ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * size
  const frame = { zoom, left: x - width / 2, top: y - height / 2, width, height }
  const worker = startPainter()
  const drawn = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('static map'))
    signal.addEventListener('abort', fail)
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<Painted>) => {
      if (!data.isLast) return
      if (data.hasFailed || !data.picture) return fail()
      canvas.width = data.picture.width
      canvas.height = data.picture.height
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(data.picture)
      if (theme === 'dark') sparePaper(canvas, signal)
      resolve()
    }
    worker.postMessage({ map, theme, frame, ratio, covered: pinOf(width, height) } satisfies PaintAsked)
  })
  await drawn.finally(() => worker.terminate())
}

/** The pin in the middle. */
const pinOf = (width: number, height: number) => [
  { left: width / 2 - 22, top: height / 2 - 50, right: width / 2 + 22, bottom: height / 2 + 4 },
]

/** A dark picture would take much ink. */
function sparePaper(canvas: HTMLCanvasElement, signal: AbortSignal) {
  const hide = (isHidden: boolean) => () => {
    canvas.hidden = isHidden
  }
  addEventListener('beforeprint', hide(true), { signal })
  addEventListener('afterprint', hide(false), { signal })
}
