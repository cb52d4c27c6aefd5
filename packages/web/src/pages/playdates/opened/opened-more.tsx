import { Trans, useLingui } from '@lingui/react/macro'
import { playdateCalendar } from '@papadag/contract/calendars'
import type { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import { address } from '@papadag/contract/route'
import { IconButton } from '@papadag/ui/icon-button'
import { MoreAnchor, MoreLink, MoreRow } from '../../../domain/playdates/more-row.tsx'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { ProposePlace } from '../../../features/chat/propose-place.tsx'
import { useOpenChat } from '../../../features/chat/use-chats.ts'
import { Directions } from '../../../features/places/sheet/directions.tsx'
import { MoveHere } from '../../../features/playdates/moving/move-here.tsx'
import { FatherOptions } from '../../../features/users/fathers/father-options.tsx'
import { isWithinForecast } from '../../../features/weather/forecast/is-within-forecast.ts'
import { PlaydateWeather, WeatherLine } from '../../../features/weather/forecast/playdate-weather.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { askToTellParent } from '../../../platform/screen/sharing.ts'

/** The rows of "More" on a playdate's sheet that come from other features. */
export function OpenedMore({ playdate }: { playdate: Playdate }) {
  const { id, placeId, latitude, longitude, location, myStatus } = playdate
  const isAhead = playdate.state === 'planned' && !isOver(playdate)
  return (
    <>
      {isWithinForecast(playdate) && <WeatherOf playdate={playdate} />}
      {isAhead && (
        <MoreAnchor icon="calendar" href={address(playdateCalendar, { params: { id }, query: {} })} download>
          <Trans>Add to calendar</Trans>
        </MoreAnchor>
      )}
      {placeId !== null && latitude !== null && longitude !== null && (
        <div className="py-2">
          <Directions place={{ name: location, latitude, longitude }} className="w-full" />
        </div>
      )}
      {placeId !== null && (
        <MoreLink icon="pin" to={pathTo('places', {}, { open: String(placeId) })}>
          <Trans>About this place</Trans>
        </MoreLink>
      )}
      {isAhead && myStatus !== 'none' && (
        <MoreRow
          icon="heart"
          hint={<Trans>Only where, when and whether you’re going</Trans>}
          onClick={() => askToTellParent(playdate)}
        >
          <Trans>Tell them at home</Trans>
        </MoreRow>
      )}
    </>
  )
}

export { WeatherLine }

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

/** Actions on another participant: message, report or block him. */
export function ToPerson({ person, onBlocked }: { person: Participant; onBlocked: () => void }) {
  const { t } = useLingui()
  const { firstName } = person
  const { openChat, isOpening } = useOpenChat()
  return (
    <>
      <IconButton
        icon="chat"
        aria-label={t`Send ${firstName} a message`}
        disabled={isOpening}
        onClick={() => openChat(person.id)}
      />
      <FatherOptions father={person} onBlocked={onBlocked} />
    </>
  )
}
