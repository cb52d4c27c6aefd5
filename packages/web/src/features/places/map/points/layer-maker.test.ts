import { expect, test, vi } from 'vitest'
import { createLayerMaker } from './layer-maker.ts'

const frame = (left: number) => ({ zoom: 0, left, top: 0, width: 256, height: 256 })
const dam = Float64Array.from([52.3731, 4.8926, 3])

test('without workers the layers are still made, and only the last of several quick views', async () => {
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
