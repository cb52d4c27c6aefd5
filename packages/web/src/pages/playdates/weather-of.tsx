import type { Playdate } from '@papadag/contract/playdates/playdates'
import { ProposePlace } from '../../features/chat/propose-place.tsx'
import { MoveHere } from '../../features/playdates/moving/move-here.tsx'
import { PlaydateWeather } from '../../features/weather/forecast/playdate-weather.tsx'

/** The weather of a playdate: its creator can move it to an indoor place, and a participant can propose one. */
export function WeatherOf({ playdate }: { playdate: Playdate }) {
  const { myStatus } = playdate
  return (
    <PlaydateWeather
      playdate={playdate}
      toDryPlace={(place, why) =>
        myStatus === 'creator' ? (
          <MoveHere {...{ playdate, place, why }} />
        ) : myStatus === 'joined' ? (
          <ProposePlace playdate={playdate} place={place} />
        ) : null
      }
    />
  )
}
