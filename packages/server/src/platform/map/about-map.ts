import type { MapFacts } from './map-folder.ts'

/** `52.0–52.2° N, 5.0–5.3° E`. */
export function areaOf({ bounds: { west, south, east, north } }: Pick<MapFacts, 'bounds'>): string {
  const range = (from: number, to: number, positive: string, negative: string) => {
    const side = from < 0 && to <= 0 ? negative : positive
    const [low, high] = side === negative ? [-to, -from] : [from, to]
    return `${low.toFixed(2)}–${high.toFixed(2)}° ${side}`
  }
  return `${range(south, north, 'N', 'S')}, ${range(west, east, 'E', 'W')}`
}

export function aboutMap(map: MapFacts): string {
  return `${map.name} (${areaOf(map)}, data of ${new Date(map.dataAtMs).toISOString().slice(0, 10)})`
}
