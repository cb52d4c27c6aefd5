import { expect, test, vi } from 'vitest'
import { standInForWorkers } from '../../../../testing/workers.ts'
import { createLayerMaker } from './layer-maker.ts'

const frame = (left: number) => ({ zoom: 0, left, top: 0, width: 256, height: 256 })
const dam = Float64Array.from([52.3731, 4.8926, 3])

test('without workers the layers are still made, and only for the last of several quick views', async () => {
  const maker = createLayerMaker()
  const shown: number[] = []
  const drawn = vi.fn()
  for (const left of [1, 2, 3]) {
    maker.ask({ points: dam, frame: frame(left), withClusters: true }, ({ clusters }) => {
      shown.push(left)
      drawn(clusters)
    })
  }
  await vi.waitFor(() => expect(shown).toEqual([1, 3]))
  expect(drawn).toHaveBeenLastCalledWith([expect.objectContaining({ count: 3, only: undefined })])
  maker.stop()
})

test('a worker makes the layers where there is one, and if its code does not load, the page makes them from then on', async () => {
  vi.stubGlobal('OffscreenCanvas', class {})
  const workers = standInForWorkers<object, object>()
  const maker = createLayerMaker()
  const [worker] = workers
  const shown: number[] = []
  const ask = (left: number) =>
    maker.ask({ points: dam, frame: frame(left), withClusters: true }, ({ clusters }) => {
      shown.push(left, clusters.length)
    })
  ask(1)
  worker?.onmessage?.({ data: { heat: {}, clusters: [] } })
  await vi.waitFor(() => expect(shown).toEqual([1, 0]))
  ask(2)
  worker?.onerror?.()
  await vi.waitFor(() => expect(shown).toEqual([1, 0, 2, 1]))
  ask(3)
  await vi.waitFor(() => expect(shown).toEqual([1, 0, 2, 1, 3, 1]))
  expect(worker?.asked).toHaveLength(2)
  ask(4)
  ask(5)
  maker.stop()
  await vi.waitFor(() => expect(shown.slice(6)).toEqual([4, 1]))
  expect(worker?.isEnded).toBe(true)
  vi.unstubAllGlobals()
})
