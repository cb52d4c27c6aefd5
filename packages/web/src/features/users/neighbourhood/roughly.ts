type Position = { latitude: number; longitude: number }

/**
 * Rounds a position to about a hundred metres: the server keeps no more, so a more precise one need not leave this
 * device.
 */
export function roughly({ latitude, longitude }: Position): Position {
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return { latitude: round(latitude), longitude: round(longitude) }
}
