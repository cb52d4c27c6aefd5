import type { Frame, HeatPoint } from './heat.ts'

/** Points that share a pin, with their bounding box; `only` is the number of the point when there is just one. */
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

/** Wide enough to leave the heat between pins visible. */
const gridPx = 112
/** With less distance than this, two pins would overlap. */
const apartPx = 64

/** Groups points that would not fit on the map as individual pins. The result does not depend on the viewport. */
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

/** A cell beyond the edge may have a neighbour inside. */
function isNear(x: number, y: number, { left, top, width, height }: Frame) {
  return x >= left - gridPx && x <= left + width + gridPx && y >= top - gridPx && y <= top + height + gridPx
}

/** Cells are independent, so two centres near a border may be adjacent: the larger absorbs the smaller. */
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
