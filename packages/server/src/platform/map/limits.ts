/** The zoom of the largest-scale tiles; closer views draw them larger. */
export const deepestZoom = 14

/** The most that one tile may take. The densest of a large city take 95 kB packed. */
export const tileBytes = { packed: 1_000_000, unpacked: 4_000_000 } as const
