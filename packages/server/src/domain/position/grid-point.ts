interface Point {
  latitude: number
  longitude: number
}

const metresPerDegree = 111_320
// The cosine of the latitude beyond which columns no longer get wider.
const narrowest = 0.01

/**
 * The centre of a point's grid cell. Cells are about as wide as they are high. A row that ends beyond a pole is cut off
 * there; a column beyond the antimeridian continues behind it.
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
  // Adding 0 turns -0 into 0.
  return Math.round(degrees * 1e5) / 1e5 + 0
}
