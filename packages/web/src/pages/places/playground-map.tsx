import { useWhere } from '../../features/location/where.ts'
import { PlaygroundMap } from '../../features/places/map/playground-map.tsx'

export function Page() {
  const { here, otherwise, position, from, status, locateForPlaces } = useWhere()
  const home = status === 'fallback' && position ? { position, town: from, isHere: false } : undefined
  const origin = here ? { position: here, town: undefined, isHere: true } : home
  return <PlaygroundMap position={here} otherwise={otherwise} origin={origin} findMe={locateForPlaces} />
}
