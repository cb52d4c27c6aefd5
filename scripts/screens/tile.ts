import sharp from 'sharp'

/** Draws an imaginary map tile that repeats seamlessly: pale land, a park, a canal and some streets. */
export function drawTile(): Promise<Buffer> {
  const streets = [
    ['M0 64H256M64 0V256M192 0V256M0 176H256', 10],
    ['M0 20H64M128 64V176M64 120H192M192 216H256M20 176V256', 5],
  ] as const
  const road = ([d, width]: readonly [string, number]) =>
    `<path d="${d}" stroke="#d8d2c6" stroke-width="${width + 2}"/><path d="${d}" stroke="#fff" stroke-width="${width}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" fill="none">
    <rect width="256" height="256" fill="#f2efe9"/>
    <path d="M74 74h44v92H74z" fill="#c8e6b8"/><path d="M0 226C80 200 150 250 256 226v18C150 268 80 218 0 244z" fill="#aad3df"/>
    ${streets.map(road).join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
