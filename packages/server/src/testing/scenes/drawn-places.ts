/** The corners of a square of 20 m, numbered from `first`, and the closed list of them. */
export function square(first: number, lat: number, lon = 5.12, size = 0.0002) {
  const corners = [
    [0, 0],
    [0, size],
    [size, size],
    [size, 0],
  ] as const
  return {
    nodes: corners.map(([y, x], index) => ({ id: first + index, lat: lat + y, lon: lon + x })),
    refs: [0, 1, 2, 3, 0].map(index => first + index),
  }
}
