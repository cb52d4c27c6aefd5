import type { Place } from '@papadag/contract/places/places'
import type { Playdate } from '@papadag/contract/playdates'
import { ProposePlace } from '../../features/chat/propose-place.tsx'
import { MoveHere } from '../../features/playdates/sheet/move-here.tsx'
import { PlaydateWeather } from '../../features/weather/forecast/playdate-weather.tsx'

/** The weather of a playdate: its creator can move it to an indoor place, and a participant can propose one. */
export function WeatherOf({ playdate }: { playdate: Playdate }) {
  const { myStatus } = playdate
  return (
    <PlaydateWeather
      playdate={playdate}
      toDryPlace={(place: Place) =>
        myStatus === 'creator' ? (
          <MoveHere playdate={playdate} place={place} />
        ) : myStatus === 'joined' ? (
          <ProposePlace playdate={playdate} place={place} />
        ) : null
      }
    />
  )
}
