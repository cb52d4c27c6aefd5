interface Point {
  latitude: number
  longitude: number
}

const metresPerDegree = 111_320
// Closer to a pole a row has hardly any columns left; nobody plays there.
const narrowest = 0.01

/**
 * The middle of the cell a point lies in, of a grid with cells as wide as said that lies still on the earth: all points
 * of a cell give the same answer.
 */
export function gridPointOf({ latitude, longitude }: Point, cellM: number): Point {
  const rowDegrees = cellM / metresPerDegree
  const middle = (Math.floor(latitude / rowDegrees) + 0.5) * rowDegrees
  // As wide as it is high in this row.
  const columnDegrees = rowDegrees / Math.max(narrowest, Math.cos((middle * Math.PI) / 180))
  return {
    latitude: rounded(middle),
    longitude: rounded((Math.floor(longitude / columnDegrees) + 0.5) * columnDegrees),
  }
}

function rounded(degrees: number) {
  return Math.round(degrees * 1e5) / 1e5
}
