import { Trans, useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { WeatherAdvice } from '@papadag/contract/weather/advice'
import {
  type PlaydateWeather as Forecast,
  playdateWeather,
  type WeatherHour,
  weatherSources,
} from '@papadag/contract/weather/forecast'
import { Icon } from '@papadag/ui/pictures/icon'
import { WeatherIcon } from '@papadag/ui/pictures/weather-icon'
import { type ReactNode, useId } from 'react'
import { distanceIn } from '../../../domain/places/distance.ts'
import { useRead } from '../../../platform/data/data.ts'
import { useDates } from '../../../platform/language/dates.ts'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { warningIn } from './warning-words.ts'
import { WeatherLineRoom, WeatherRoom } from './weather-room.tsx'

type Props = {
  playdate: Playdate
  /** What can be done with an indoor place, from other features. */
  toDryPlace: (place: Place, why: WeatherAdvice) => ReactNode
}

/** The weather at its beginning in a line; renders nothing without a forecast. */
export function WeatherLine({ playdate }: { playdate: Playdate }) {
  const { i18n } = useLingui()
  const { data, isPending } = useRead(playdateWeather, { params: { id: playdate.id } })
  if (isPending) return <WeatherLineRoom />
  const [first] = data?.hours ?? []
  if (!data || !first) return null
  const degrees = Math.round(first.temperature) + 0
  const [warning] = data.warnings ?? []
  return (
    <p className="flex min-w-0 items-start gap-[7px]">
      <span className="-ml-1 shrink-0">
        <WeatherIcon code={first.icon} size={22} />
      </span>
      {data.advice === 'dry' ? (
        <span>
          <Trans>{degrees}° and dry</Trans>
          {warning && (
            <>
              . <b className="text-ink">{warningIn(i18n, warning)}</b>
            </>
          )}
        </span>
      ) : (
        <b className="text-ink">
          {degrees}°. <Advice advice={data.advice} hours={data.hours} />
        </b>
      )}
    </p>
  )
}

/** The weather during a playdate, and in rough weather where it is dry; renders nothing without a forecast. */
export function PlaydateWeather({ playdate, toDryPlace }: Props) {
  const { data, isPending } = useRead(playdateWeather, { params: { id: playdate.id } })
  if (isPending) return <WeatherRoom />
  return data && <Shown weather={data} playdate={playdate} toDryPlace={toDryPlace} />
}

const shownAtMost = 6

/** All hours of a short playdate, and as many of a long one as fit. */
function someOf(hours: readonly WeatherHour[]) {
  const step = Math.ceil(hours.length / shownAtMost)
  return hours.filter((_, at) => at % step === 0)
}

function Shown({ weather, playdate, toDryPlace }: Props & { weather: Forecast }) {
  const { i18n } = useLingui()
  const id = useId()
  const { hours, advice, warnings = [], dryPlaces, attribution } = weather
  return (
    <section aria-labelledby={id} className="py-3">
      <h3 id={id} className="mb-2.5">
        <Trans>The weather</Trans>
      </h3>
      <ol className="flex flex-wrap gap-2">
        {someOf(hours).map(hour => (
          <Hour key={hour.at} hour={hour} />
        ))}
      </ol>
      {advice !== 'dry' && (
        <p className="mt-3 flex items-start gap-2 rounded-kap-s bg-info-soft p-3 font-bold text-info">
          <Icon name="alert" size={20} className="mt-px" />
          <Advice advice={advice} hours={hours} />
        </p>
      )}
      {warnings.map(warning => (
        <p
          key={warning.kind}
          className="mt-3 flex items-start gap-2 rounded-kap-s bg-info-soft p-3 font-bold text-info"
        >
          <Icon name={warning.kind === 'pollen' ? 'info' : 'sun'} size={20} className="mt-px" />
          {warningIn(i18n, warning)}
        </p>
      ))}
      {dryPlaces.length > 0 && (
        <>
          <h4 className="mt-4 mb-1 font-bold">
            <Trans>Under a roof nearby</Trans>
          </h4>
          <ul className="grid gap-2">
            {dryPlaces.map(place => (
              <DryPlace key={place.id} place={place} isNear={playdate.placeId !== null}>
                {toDryPlace(place, advice)}
              </DryPlace>
            ))}
          </ul>
        </>
      )}
      <Source attribution={attribution} />
    </section>
  )
}

function Hour({ hour: { at, temperature, rainChance, icon } }: { hour: WeatherHour }) {
  const { t } = useLingui()
  const dates = useDates()
  return (
    <li className="grid min-w-15 flex-1 justify-items-center gap-0.5 rounded-kap-s bg-surface px-1.5 py-2 tabular-nums">
      <span className="text-ink-2 text-sm">{dates.time(at)}</span>
      <WeatherIcon code={icon} />
      <span className="font-bold">{Math.round(temperature) + 0}°C</span>
      <span className="text-ink-2 text-sm">
        <span className="sr-only">{t`Chance of rain`} </span>
        {rainChance}%
      </span>
    </li>
  )
}

function Advice({ advice, hours }: { advice: Exclude<Forecast['advice'], 'dry'>; hours: readonly WeatherHour[] }) {
  if (advice === 'rain') {
    const chance = Math.max(...hours.map(({ rainChance }) => rainChance))
    return (
      <span>
        <Trans>It will probably rain: a chance of {chance}%.</Trans>
      </span>
    )
  }
  if (advice === 'wind') {
    const speed = Math.max(...hours.map(({ gusts }) => gusts))
    return (
      <span>
        <Trans>It will be windy, with gusts of up to {speed} km/h.</Trans>
      </span>
    )
  }
  const degrees = Math.round(Math.min(...hours.map(({ temperature }) => temperature))) + 0
  return (
    <span>
      <Trans>It will be cold: {degrees}°C.</Trans>
    </span>
  )
}

type DryPlaceProps = { place: Place; isNear: boolean; children: ReactNode }

/** Its distance, only if the playdate's own place is known. */
function DryPlace({ place: { id, name, distance }, isNear, children }: DryPlaceProps) {
  const { i18n } = useLingui()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Link
        to={pathTo('places', {}, { open: String(id) })}
        className="inline-flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-2 py-1 underline"
      >
        <Icon name="pin" size={18} />
        <span className="min-w-0 break-words">
          {name}
          {isNear && distance !== null && (
            <span className="text-ink-2 text-sm">{` · ${distanceIn(i18n.locale, distance)}`}</span>
          )}
        </span>
      </Link>
      {children}
    </li>
  )
}

function Source({ attribution }: { attribution: string }) {
  const page = Object.entries(weatherSources).find(([name]) => name === attribution)?.[1]
  return (
    <p className="mt-2 text-ink-2 text-sm">
      <Trans>Forecast:</Trans>{' '}
      {page ? (
        <a href={page} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-6 items-center underline">
          {attribution}
        </a>
      ) : (
        attribution
      )}
    </p>
  )
}
