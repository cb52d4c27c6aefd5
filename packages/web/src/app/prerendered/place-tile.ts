import type { Reply } from '@papadag/contract/route'
import type { User } from '@papadag/contract/users/users'
import type { environment } from '@papadag/contract/weather/weather'
import { read } from './first-replies.ts'

const tilePx = 256

/** Shows the tile in the middle of the map's first view, where Leaflet will put it (tiles/middle-first.ts loads it first too). */
export async function placeTile(drawing: HTMLElement, map: HTMLElement) {
  // Elsewhere the map is part of a page.
  if (!matchMedia(map.dataset.map ?? '').matches) return drawing.remove()
  const [{ home }, { map: own, tileUrl, tileAttribution }] = await Promise.all([
    read<User>('/api/user'),
    read<Reply<typeof environment>>('/api/env'),
  ])
  const zoom = Number(map.dataset.zoom)
  const [latitude, longitude] = home ? [home.latitude, home.longitude] : JSON.parse(map.dataset.at ?? '[]')
  const world = tilePx * 2 ** zoom
  const sine = Math.sin((latitude * Math.PI) / 180)
  const middle = {
    x: (longitude / 360 + 0.5) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  }
  const tile = { x: Math.floor(middle.x / tilePx), y: Math.floor(middle.y / tilePx) }
  const address = tileUrl.replace('{z}', String(zoom)).replace('{x}', String(tile.x)).replace('{y}', String(tile.y))
  // A map of its own is painted by the app, and other parts of an address are Leaflet's.
  if (own || address.includes('{')) return
  const picture = new Image(tilePx, tilePx)
  picture.className = 'leaflet-tile leaflet-tile-loaded'
  picture.referrerPolicy = 'strict-origin-when-cross-origin'
  picture.alt = ''
  picture.src = address
  picture.style.left = `${tile.x * tilePx - Math.round(middle.x - map.clientWidth / 2)}px`
  picture.style.top = `${tile.y * tilePx - Math.round(middle.y - map.clientHeight / 2)}px`
  picture.onload = () => {
    drawing.dataset.until = '#root .leaflet-tile-loaded'
  }
  map.firstElementChild?.append(picture)
  if (tileAttribution) map.nextElementSibling?.append(` · ${tileAttribution}`)
}
