import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { picture } from './picture.ts'

export interface TileStandIn {
  /** The value of TILE_URL. */
  template: string
  asked: { path: string; referer: string | undefined; agent: string | undefined }[]
  close(): Promise<void>
}

/** A picture as heavy as a map's tile of a town, 26 kB; one of noise alone weighs seven times as much. */
export function townTile() {
  return picture({ width: 256, height: 256, rowsWithDetail: 36 }).buffer
}

/**
 * A tile server on this machine with the same picture for every tile. Like the real one it answers only requests with a
 * referrer, or of a server that can be written to.
 */
export async function startTileStandIn(tile = picture({ width: 256, height: 256 }).buffer): Promise<TileStandIn> {
  const server = createServer((request, response) => {
    const { referer, 'user-agent': agent } = request.headers
    standIn.asked.push({ path: request.url ?? '/', referer, agent })
    if (!referer && !agent?.includes('@')) response.writeHead(403).end()
    else
      response.writeHead(200, { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' }).end(tile)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  const standIn: TileStandIn = {
    // It listens on a port, so the address is not a pipe's name.
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
    asked: [],
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return standIn
}
