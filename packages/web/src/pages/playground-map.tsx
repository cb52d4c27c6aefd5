import { useLocation } from '../features/location/locator.ts'
import { PlaygroundMap } from '../features/places/map/playground-map.tsx'

export function Page() {
  const { status, position, locateForPlaces } = useLocation()
  return <PlaygroundMap position={status === 'obtained' ? position : undefined} findMe={locateForPlaces} />
}
