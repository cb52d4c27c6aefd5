import { useWhere } from '../features/location/where.ts'
import { PlaygroundMap } from '../features/places/map/playground-map.tsx'

export function Page() {
  const { here, otherwise, locateForPlaces } = useWhere()
  return <PlaygroundMap position={here} otherwise={otherwise} findMe={locateForPlaces} />
}
