import type { Map as LeafletMap } from 'leaflet'
import { useState } from 'react'
import { screen } from '../../../platform/screen/screen.ts'
import type { Position } from './geo.ts'

/** Moves to his position, or adds a playground there; the browser may have to locate him first. */
export function useFinding(
  map: LeafletMap | undefined,
  position: Position | undefined,
  findMe: () => Promise<Position | undefined>,
  pick: (at: Position) => Promise<void>,
) {
  const [isFinding, setFinding] = useState(false)
  const find = async () => {
    setFinding(true)
    const found = await findMe()
    setFinding(false)
    return found
  }
  const goToMe = async () => {
    const found = await find()
    if (found) map?.setView([found.latitude, found.longitude], screen.mapZoom)
  }
  const pickHere = async () => {
    const found = position ?? (await find())
    if (!found) return
    map?.setView([found.latitude, found.longitude], Math.max(map.getZoom(), screen.heatMaxZoom))
    void pick(found)
  }
  return { isFinding, goToMe, pickHere }
}
