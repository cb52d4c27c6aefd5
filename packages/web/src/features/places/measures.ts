/** A rating with one decimal, as the language writes it: `4,5` (specification 9, decision A5). */
export function ratingIn(language: string, rating: number): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return format.format(rating)
}

type Position = { latitude: number; longitude: number }

/** A position as far as the server needs to know it: to about a hundred metres (decision S16). */
export function roundPosition({ latitude, longitude }: Position): Position {
  return { latitude: roundTo3(latitude), longitude: roundTo3(longitude) }
}

function roundTo3(degrees: number) {
  return Math.round(degrees * 1000) / 1000
}

/** Whether anybody knows where it is: 0 and 0 stand for nobody (decision L2). */
export function isLocated({ latitude, longitude }: Position): boolean {
  return latitude !== 0 || longitude !== 0
}
