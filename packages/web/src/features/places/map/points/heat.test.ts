import { expect, test } from 'vitest'
import { type Frame, type HeatPoint, heatPixels } from './heat.ts'

const frame: Frame = { zoom: 17, left: 1000, top: 2000, width: 160, height: 120 }
const near = (x: number, y: number, count = 1): HeatPoint => ({ x: frame.left + x, y: frame.top + y, count })

/** A reference implementation, one pixel at a time. */
function plainly(points: readonly HeatPoint[], { zoom, left, top, width, height }: Frame) {
  const cells = Object.values(Object.groupBy(points, ({ x, y }) => `${Math.floor(x / 12.5)},${Math.floor(y / 12.5)}`))
  const fires = cells.map((members = []) => {
    const count = members.reduce((sum, member) => sum + member.count, 0)
    const mean = (axis: 'x' | 'y') => members.reduce((sum, member) => sum + member[axis] * member.count, 0) / count
    const strength = 0.5 * count * 0.5 ** Math.min(12, Math.max(0, 17 - zoom))
    const least = Math.max(0.05, 0.4 * 0.5 ** Math.max(0, 13 - zoom))
    return {
      x: Math.round(mean('x') - left),
      y: Math.round(mean('y') - top),
      strength: Math.min(1, Math.max(least, strength)),
    }
  })
  return (x: number, y: number) => {
    const dark = fires.reduce((left, fire) => left * (1 - fire.strength * softDisc(x - fire.x, y - fire.y)), 1)
    const strength = Math.round((1 - dark) * 255)
    return x < 0 || y < 0 || x >= width || y >= height ? [] : [...(strength ? rampAt(strength) : [0, 0, 0]), strength]
  }
}

const known = new Map<string, number>()
/** A disc of radius 25 with a Gaussian blur of 7.5, at this distance from its centre; nothing beyond 40. */
function softDisc(dx: number, dy: number) {
  if (dx < -40 || dx >= 40 || dy < -40 || dy >= 40) return 0
  const key = `${dx} ${dy}`
  const before = known.get(key)
  if (before !== undefined) return before
  let covered = 0
  let whole = 0
  for (let y = -30; y <= 30; y += 1) {
    for (let x = -30; x <= 30; x += 1) {
      const share = Math.exp(-(x * x + y * y) / (2 * 7.5 * 7.5))
      whole += share
      if (Math.hypot(dx + 0.5 + x, dy + 0.5 + y) <= 25) covered += share
    }
  }
  known.set(key, covered / whole)
  return covered / whole
}

function rampAt(strength: number) {
  const at = (strength + 0.5) / 256
  if (at <= 0.4) return [0, 0, 255]
  const [share, from, to] =
    at <= 0.65 ? [(at - 0.4) / 0.25, [0, 0, 255], [0, 255, 0]] : [(at - 0.65) / 0.35, [0, 255, 0], [255, 0, 0]]
  return from.map((part, channel) => part + ((to[channel] ?? 0) - part) * share)
}

function expectAlike(points: readonly HeatPoint[], at: Frame) {
  const pixels = heatPixels(points, at)
  const plain = plainly(points, at)
  let furthest = 0
  for (let y = 0; y < at.height; y += 3) {
    for (let x = 0; x < at.width; x += 3) {
      const [red = 0, green = 0, blue = 0, strength = 0] = plain(x, y)
      const start = (y * at.width + x) * 4
      const off = Math.abs((pixels[start + 3] ?? 0) - strength)
      furthest = Math.max(furthest, off)
      // A transparent pixel has no colour.
      if (!strength || !pixels[start + 3]) continue
      // A step of strength is at most four of a colour: 255 over the 64 steps from blue to lime.
      const allowed = off * 4 + 2
      for (const [channel, part] of [red, green, blue].entries()) {
        expect(Math.abs((pixels[start + channel] ?? 0) - part)).toBeLessThanOrEqual(allowed)
      }
    }
  }
  expect(furthest).toBeLessThanOrEqual(2)
}

test('the heat has the colours of the specification, pixel by pixel', () => {
  const crowd = Array.from({ length: 40 }, (_, at) => near((at * 37) % 150, (at * 53) % 110))
  expectAlike([...crowd, near(-20, 60), near(170, 130), near(60, 60, 3)], frame)
})

test('zoomed out the same places are fainter, but stay visible in a town', () => {
  expectAlike([near(40, 40, 12), near(100, 70)], { ...frame, zoom: 13 })
  expectAlike([near(40, 40, 900)], { ...frame, zoom: 3 })
  const middle = (zoom: number) => heatPixels([near(80, 60)], { ...frame, zoom })[(60 * 160 + 80) * 4 + 3]
  expect([middle(17), middle(15), middle(13), middle(12), middle(4)]).toEqual([127, 102, 102, 51, 13])
})

test('places at one position count as one with their number', () => {
  const together = heatPixels([near(52, 51), near(56, 53), near(60, 58)], frame)
  expect(together).toEqual(heatPixels([near(56, 54, 3)], frame))
})

test('playgrounds far outside the picture leave no heat', () => {
  expect(heatPixels([near(-41, 60), near(80, 161)], frame).every(part => part === 0)).toBe(true)
})
