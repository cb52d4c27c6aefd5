const most = 3

/** How many pixels of the screen a CSS pixel has, for drawings: from 1 to 3, whatever the browser says. */
export function pixelRatio(): number {
  const said = globalThis.devicePixelRatio
  return Number.isFinite(said) ? Math.min(most, Math.max(1, said)) : 1
}
