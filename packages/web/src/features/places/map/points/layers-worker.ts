import type { Cluster } from './clusters.ts'
import { type LayersAsked, layersOf } from './layers.ts'

export type WorkerAnswer = { heat: ImageBitmap; clusters: Cluster[] }

// All layers share one buffer, resized with the map.
const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d')

addEventListener('message', ({ data }: MessageEvent<LayersAsked>) => {
  const { width, height } = data.frame
  const { pixels, clusters } = layersOf(data)
  canvas.width = width
  canvas.height = height
  context?.putImageData(new ImageData(pixels, width, height), 0, 0)
  const heat = canvas.transferToImageBitmap()
  postMessage({ heat, clusters } satisfies WorkerAnswer, { transfer: [heat] })
})
