type Position = { latitude: number; longitude: number }

/** To about a hundred metres: the server keeps less, and more needs not leave this device. */
export function roughly({ latitude, longitude }: Position): Position {
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return { latitude: round(latitude), longitude: round(longitude) }
}
