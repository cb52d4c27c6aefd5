import { planeOf } from '../geo.ts'
import { type Cluster, clustersOf } from './clusters.ts'
import { type Frame, heatPixels } from './heat.ts'

/** The input of the layers: latitude, longitude and count of each point, one after the other. */
export type LayersAsked = { points: Float64Array; frame: Frame; withClusters: boolean }
export type Layers = { pixels: Uint8ClampedArray<ArrayBuffer>; clusters: Cluster[] }

/** Heat and clusters of one view of the map, computed in a worker if possible, since they take time. */
export function layersOf({ points, frame, withClusters }: LayersAsked): Layers {
  const onPlane = Array.from({ length: points.length / 3 }, (_, at) => {
    const [latitude = 0, longitude = 0, count = 0] = points.subarray(at * 3)
    return { ...planeOf({ latitude, longitude }, frame.zoom), count }
  })
  return { pixels: heatPixels(onPlane, frame), clusters: withClusters ? clustersOf(onPlane, frame) : [] }
}
