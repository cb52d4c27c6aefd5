import type { Frame, HeatPoint } from './heat.ts'

/** Points that share a pin, with the box they lie in; `only` is the number of the point when there is just one. */
export type Cluster = {
  x: number
  y: number
  count: number
  left: number
  top: number
  right: number
  bottom: number
  only: number | undefined
}

/** Wide enough to leave the heat between the pins to be seen. */
const gridPx = 112
/** Nearer than this two pins would cover each other. */
const apartPx = 64

/** Gathers what would not fit on the map as pins of its own. What the answer looks like does not depend on the frame. */
export function clustersOf(points: readonly HeatPoint[], frame: Frame): Cluster[] {
  const cells = new Map<string, Cluster>()
  for (const [index, { x, y, count }] of points.entries()) {
    if (!isNear(x, y, frame)) continue
    const key = `${Math.floor(x / gridPx)} ${Math.floor(y / gridPx)}`
    const point: Cluster = { x, y, count, left: x, top: y, right: x, bottom: y, only: count === 1 ? index : undefined }
    const cell = cells.get(key)
    cells.set(key, cell ? together(cell, point) : point)
  }
  return separate([...cells.values()])
}

/** A cell beyond the edge may have a neighbour within. */
function isNear(x: number, y: number, { left, top, width, height }: Frame) {
  return x >= left - gridPx && x <= left + width + gridPx && y >= top - gridPx && y <= top + height + gridPx
}

/** Cells know nothing of each other: two middles near a border may lie side by side. The larger takes the smaller in. */
function separate(clusters: Cluster[]) {
  const kept: Cluster[] = []
  for (const cluster of clusters.sort((a, b) => b.count - a.count || a.x - b.x || a.y - b.y)) {
    const at = kept.findIndex(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < apartPx)
    const larger = kept[at]
    if (larger) kept[at] = together(larger, cluster)
    else kept.push(cluster)
  }
  return kept
}

function together(a: Cluster, b: Cluster): Cluster {
  const count = a.count + b.count
  return {
    x: (a.x * a.count + b.x * b.count) / count,
    y: (a.y * a.count + b.y * b.count) / count,
    count,
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
    only: undefined,
  }
}
