import { screen } from '../../../../platform/screen/screen.ts'

/**
 * A point on the plane of one zoom level, in CSS pixels from the world's top left, and the number of places it stands
 * for.
 */
export type HeatPoint = { x: number; y: number; count: number }
/** The visible part of that plane. */
export type Frame = { zoom: number; left: number; top: number; width: number; height: number }

const reach = screen.heatRadiusPx + screen.heatBlurPx
const cellPx = screen.heatRadiusPx / 2
const mostHalvings = 12
/** A single place is faint from afar, but visible at the scale of a town. */
const faintest = { afar: 0.05, inTown: 0.4, townZoom: 13 }

/** The heat of these points as RGBA pixels, row by row, with the numbers of specification 9. */
export function heatPixels(points: Iterable<HeatPoint>, frame: Frame): Uint8ClampedArray<ArrayBuffer> {
  const alpha = new Float32Array(frame.width * frame.height)
  const least = Math.max(faintest.afar, faintest.inTown / 2 ** Math.max(0, faintest.townZoom - frame.zoom))
  for (const { x, y, weight } of gather(points, frame)) {
    burn(alpha, frame, Math.round(x - frame.left), Math.round(y - frame.top), Math.min(Math.max(weight, least), 1))
  }
  return colour(alpha)
}

type Cell = { x: number; y: number; weight: number }

/** Close points are merged at their centre. */
function gather(points: Iterable<HeatPoint>, { zoom, left, top, width, height }: Frame): Iterable<Cell> {
  const halvings = Math.max(0, Math.min(screen.heatMaxZoom - zoom, mostHalvings))
  const each = screen.heatIntensity / 2 ** halvings
  const cells = new Map<string, Cell>()
  for (const { x, y, count } of points) {
    if (x < left - reach || x > left + width + reach || y < top - reach || y > top + height + reach) continue
    const weight = each * count
    // Relative to the world's corner, so that the heat does not flicker while the map moves.
    const key = `${Math.floor(x / cellPx)} ${Math.floor(y / cellPx)}`
    const cell = cells.get(key)
    if (!cell) {
      cells.set(key, { x, y, weight })
      continue
    }
    const sum = cell.weight + weight
    cell.x = (cell.x * cell.weight + x * weight) / sum
    cell.y = (cell.y * cell.weight + y * weight) / sum
    cell.weight = sum
  }
  return cells.values()
}

/** Adds one stamp to the existing heat. */
function burn(alpha: Float32Array, { width, height }: Frame, x: number, y: number, weight: number) {
  const side = 2 * reach
  const firstColumn = Math.max(0, reach - x)
  const columns = Math.min(side, width - x + reach)
  for (let row = Math.max(0, reach - y); row < Math.min(side, height - y + reach); row += 1) {
    const start = (y - reach + row) * width + x - reach
    for (let column = firstColumn; column < columns; column += 1) {
      const below = alpha[start + column] ?? 0
      alpha[start + column] = below + (1 - below) * weight * (stamp[row * side + column] ?? 0)
    }
  }
}

function colour(alpha: Float32Array) {
  const pixels = new Uint8ClampedArray(alpha.length * 4)
  for (let at = 0; at < alpha.length; at += 1) {
    const step = Math.round((alpha[at] ?? 0) * 255)
    if (step === 0) continue
    pixels.set(palette.subarray(step * 3, step * 3 + 3), at * 4)
    pixels[at * 4 + 3] = step
  }
  return pixels
}

const stamp = makeStamp()
const palette = makePalette()

/** A round spot with a soft edge: a disc, blurred like a canvas shadow (by half the given radius). */
function makeStamp() {
  const side = 2 * reach
  const disc = new Float32Array(side * side)
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const fromMiddle = Math.hypot(column + 0.5 - reach, row + 0.5 - reach)
      disc[row * side + column] = Math.max(0, Math.min(1, screen.heatRadiusPx - fromMiddle + 0.5))
    }
  }
  const sigma = screen.heatBlurPx / 2
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  )
  const whole = kernel.reduce((sum, part) => sum + part)
  // The blur is separable: rows first, then columns.
  return blurRows(blurRows(disc, side, kernel, whole), side, kernel, whole)
}

/** Blurs each row, and transposes the result. */
function blurRows(plane: Float32Array, side: number, kernel: Float32Array, whole: number) {
  const turned = new Float32Array(side * side)
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      let sum = 0
      for (let other = 0; other < side; other += 1) {
        sum += (plane[row * side + other] ?? 0) * (kernel[other - column + reach] ?? 0)
      }
      turned[column * side + row] = sum / whole
    }
  }
  return turned
}

/** Red, green and blue for each strength: blue up to 0.4, lime at 0.65, red at 1. */
function makePalette() {
  const stops = [
    { at: 0, rgb: [0, 0, 255] },
    { at: 0.4, rgb: [0, 0, 255] },
    { at: 0.65, rgb: [0, 255, 0] },
    { at: 1, rgb: [255, 0, 0] },
  ]
  const colours = new Uint8ClampedArray(256 * 3)
  for (let step = 0; step < 256; step += 1) {
    const at = (step + 0.5) / 256
    const next = stops.findIndex(stop => stop.at > at)
    const [from, to] = [stops[next - 1], stops[next]]
    if (!from || !to) continue
    const share = (at - from.at) / (to.at - from.at)
    colours.set(
      from.rgb.map((part, channel) => part + ((to.rgb[channel] ?? 0) - part) * share),
      step * 3,
    )
  }
  return colours
}
