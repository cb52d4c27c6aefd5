import type { Cluster } from './clusters.ts'
import type { LayersAsked } from './layers.ts'
import type { WorkerAnswer } from './layers-worker.ts'

export type LayerMaker = {
  /** Computes the layers of a view; of requests made during that, only the last counts. */
  ask: (asked: LayersAsked, show: (drawing: Drawing) => void) => void
  stop: () => void
}
type Drawing = { clusters: Cluster[]; drawHeat: (canvas: HTMLCanvasElement) => void }

type Make = (asked: LayersAsked) => Promise<Drawing>

/** Computes heat and clusters in a worker if possible, otherwise on the main thread. */
export function createLayerMaker(): LayerMaker {
  const worker = startWorker()
  const make = worker ? inWorker(worker) : onMainThread
  let waiting: (() => void) | undefined
  let isBusy = false

  async function run(asked: LayersAsked, show: (drawing: Drawing) => void) {
    isBusy = true
    try {
      show(await make(asked))
    } catch {
      // The map works without the layer if its code fails to load.
    }
    isBusy = false
    const next = waiting
    waiting = undefined
    next?.()
  }

  return {
    ask(asked, show) {
      if (isBusy) waiting = () => void run(asked, show)
      else void run(asked, show)
    },
    stop() {
      waiting = undefined
      worker?.terminate()
    },
  }
}

function startWorker(): Worker | undefined {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return undefined
  return new Worker(new URL('./layers-worker.ts', import.meta.url), { type: 'module' })
}

function inWorker(worker: Worker): Make {
  let isBroken = false
  return asked =>
    new Promise(resolve => {
      const doItHere = () => resolve(onMainThread(asked))
      if (isBroken) return doItHere()
      // The worker's code may fail to load.
      worker.onerror = () => {
        isBroken = true
        doItHere()
      }
      worker.onmessage = ({ data: { heat, clusters } }: MessageEvent<WorkerAnswer>) =>
        resolve({ clusters, drawHeat: canvas => show(heat, canvas) })
      worker.postMessage(asked)
    })
}

async function onMainThread(asked: LayersAsked): Promise<Drawing> {
  const { layersOf } = await import('./layers.ts')
  const { pixels, clusters } = layersOf(asked)
  const { width, height } = asked.frame
  return {
    clusters,
    drawHeat: canvas => void createImageBitmap(new ImageData(pixels, width, height)).then(heat => show(heat, canvas)),
  }
}

/** Passes the picture to the canvas as it is; drawing it there would cost main-thread time. */
function show(heat: ImageBitmap, canvas: HTMLCanvasElement) {
  canvas.width = heat.width
  canvas.height = heat.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(heat)
}
