import { numberIn } from '../../platform/language/formats.ts'

/** A rating with one decimal in the language's format: `4,5` (specification 9, decision A5). */
export function ratingIn(language: string, rating: number): string {
  return numberIn(language, rating, 1)
}

/** An estimated number, with the two digits that mean something. */
export function aboutIn(language: string, estimate: number): string {
  return numberIn(language, Number(estimate.toPrecision(2)))
}

type Position = { latitude: number; longitude: number }

/** A position rounded to about a hundred metres, which is all the server needs (decision S16). */
export function roundPosition({ latitude, longitude }: Position): Position {
  return { latitude: roundTo3(latitude), longitude: roundTo3(longitude) }
}

function roundTo3(degrees: number) {
  return Math.round(degrees * 1000) / 1000
}

/** Whether the position is known: 0 and 0 mean that it is not (decision L2). */
export function isLocated({ latitude, longitude }: Position): boolean {
  return latitude !== 0 || longitude !== 0
}
