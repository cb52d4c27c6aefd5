/** A distance in metres as it stands on a card (specification 9; the dot is its own, decision A5). */
export function formatDistance(metres: number): string {
  const rounded = Math.round(metres)
  return rounded < 1000 ? `${rounded} m` : `${(rounded / 1000).toFixed(1)} km`
}

export function formatRating(rating: number): string {
  return rating.toFixed(1)
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
