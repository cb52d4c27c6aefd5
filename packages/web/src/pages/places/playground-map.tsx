import { useWhere } from '../../features/location/where.ts'
import { PlaygroundMap } from '../../features/places/map/playground-map.tsx'
import { answerOfflineFrom } from '../../platform/offline/kept-source.ts'
import { useUser } from '../../platform/session/session.ts'

// Set before the first read, whose failure uses it.
answerOfflineFrom(async (at, userId) =>
  (await import('../../features/places/map/offline/answers.ts')).answerFromOfflineMap(at, userId),
)

export function Page() {
  const { here, otherwise, position, from, status, locateForPlaces } = useWhere()
  const { home: neighbourhood } = useUser()
  const home = status === 'fallback' && position ? { position, town: from, isHere: false } : undefined
  const origin = here ? { position: here, town: undefined, isHere: true } : home
  return (
    <PlaygroundMap
      position={here}
      otherwise={otherwise}
      origin={origin}
      around={neighbourhood ?? here}
      findMe={locateForPlaces}
    />
  )
}
