interface Point {
  latitude: number
  longitude: number
}

const metresPerDegree = 111_320
// Cosine of the latitude from which columns grow no wider; nobody plays so close to a pole.
const narrowest = 0.01

/**
 * The middle of the grid cell a point lies in; all points of a cell give the same answer. Cells are about as wide as
 * they are high. A row that ends beyond a pole is cut off there, a column that ends beyond the antimeridian goes on
 * behind it.
 */
export function gridPointOf({ latitude, longitude }: Point, cellM: number): Point {
  const rowDegrees = cellM / metresPerDegree
  const middle = (Math.floor(latitude / rowDegrees) + 0.5) * rowDegrees
  const columnDegrees = rowDegrees / Math.max(narrowest, Math.cos((middle * Math.PI) / 180))
  const column = rounded((Math.floor(longitude / columnDegrees) + 0.5) * columnDegrees)
  return {
    latitude: Math.max(-90, Math.min(90, rounded(middle))),
    longitude: column > 180 ? rounded(column - 360) : column < -180 ? rounded(column + 360) : column,
  }
}

function rounded(degrees: number) {
  // Adding 0 makes 0 of -0.
  return Math.round(degrees * 1e5) / 1e5 + 0
}
