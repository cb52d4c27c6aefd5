import type { Position } from '../../../domain/places/projection.ts'
import type { SeenPlace, TownView } from './town-view.ts'

const width = 480
const height = 400
const margin = 26
const perDegreeM = 111_195
const ringsKm = [0.5, 1, 2, 3, 4, 5] as const
const ringsAtMost = 3

interface Names {
  /** A description of the picture for screen readers. */
  label: string
  /** A distance in kilometres. */
  km(kilometres: number): string
}

/**
 * A picture of where a town's places are, as rings around its centre, drawn without loading anything from other
 * servers. The playgrounds have the numbers of the list below it.
 */
export function pictureOf(town: Position, { places }: TownView, numbered: number, { label, km }: Names): string {
  const { playground, restaurant } = places
  const shown = [...playground, ...restaurant]
  const farthestM = Math.max(600, ...shown.map(({ metres }) => metres))
  const perM = (height / 2 - margin) / farthestM
  const at = ({ latitude, longitude }: Position) => ({
    x: round(width / 2 + (longitude - town.longitude) * perDegreeM * Math.cos((town.latitude * Math.PI) / 180) * perM),
    y: round(height / 2 - (latitude - town.latitude) * perDegreeM * perM),
  })
  const rings = ringsKm.filter(ring => ring * 1000 <= farthestM * 1.02).slice(-ringsAtMost)
  const parts = [
    `<rect width="${width}" height="${height}" rx="20" fill="var(--pd-sunken)"/>`,
    ...rings.map(ring => ringOf(round(ring * 1000 * perM), km(ring))),
    ...restaurant.map(place => square(at(place))),
    // The nearest come last, so that they are on top.
    ...playground
      .slice(numbered)
      .reverse()
      .map(place => dot(at(place))),
    ...playground
      .slice(0, numbered)
      .map((place: SeenPlace, index) => pin(at(place), index + 1))
      .reverse(),
    `<path d="M${width / 2 - 7} ${height / 2}h14M${width / 2} ${height / 2 - 7}v14" stroke="var(--pd-ink)" stroke-width="3"/>`,
  ]
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" class="block h-auto w-full">${parts.join('')}</svg>`
}

const round = (units: number) => Math.round(units * 10) / 10

function ringOf(radius: number, label: string) {
  return `<circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="none" stroke="var(--pd-line-2)" stroke-dasharray="3 6"/>
    <text x="${width / 2}" y="${height / 2 - radius + 5}" text-anchor="middle" font-size="15" fill="var(--pd-ink-2)" stroke="var(--pd-sunken)" stroke-width="5" paint-order="stroke">${label}</text>`
}

type At = { x: number; y: number }

function dot({ x, y }: At) {
  return `<circle cx="${x}" cy="${y}" r="5" fill="var(--pd-picked)" stroke="var(--pd-sunken)" stroke-width="1.5"/>`
}

function square({ x, y }: At) {
  return `<rect x="${x - 5}" y="${y - 5}" width="10" height="10" fill="var(--pd-heart)" stroke="var(--pd-sunken)" stroke-width="1.5"/>`
}

function pin({ x, y }: At, number: number) {
  return `<circle cx="${x}" cy="${y}" r="12" fill="var(--pd-do)" stroke="var(--pd-do-ink)" stroke-width="2"/>
    <text x="${x}" y="${y + 5}" text-anchor="middle" font-size="14" font-weight="800" fill="var(--pd-do-ink)">${number}</text>`
}
