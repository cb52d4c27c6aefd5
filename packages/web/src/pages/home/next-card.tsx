import { Trans, useLingui } from '@lingui/react/macro'
import type { Today } from '@papadag/contract/today'
import { playdateWeather } from '@papadag/contract/weather/forecast'
import { Badge } from '@papadag/ui/badge'
import { Button, buttonClass } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { AvatarStack } from '@papadag/ui/pictures/avatar-stack'
import { Icon } from '@papadag/ui/pictures/icon'
import { WeatherIcon } from '@papadag/ui/pictures/weather-icon'
import { useState } from 'react'
import { chosenMapApp, mapApps } from '../../domain/places/map-apps.ts'
import { Leaf } from '../../domain/playdates/playdate-facts.tsx'
import { isWithinForecast } from '../../features/weather/forecast/is-within-forecast.ts'
import { warningLabels } from '../../features/weather/forecast/warning-words.ts'
import { useRead } from '../../platform/data/data.ts'
import { dateAndTimeOf, useDates } from '../../platform/language/dates.ts'
import { Link, navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { sayUnavailable } from '../../platform/screen/quiet.tsx'

type Next = NonNullable<Today['next']>
type Props = { next: Next /** Whether it is asked about above. */; isDue: boolean }

/** His next playdate: when, what, the weather at its hour, who comes, its chat and the way there. */
export function NextCard({ next, isDue }: Props) {
  const { t } = useLingui()
  const { title, location, participants } = next
  const people = participants.map(({ id, firstName, lastName, profileImage }) => ({
    id,
    name: `${firstName} ${lastName}`,
    src: pictureAddress(profileImage),
  }))
  const to = pathTo('playdates', {}, { open: String(next.id) })
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="mb-2">
        {next.circle ? next.circle.name : <Trans>Your next one</Trans>}
      </h2>
      <Card className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5">
        <Leaf playdate={next} />
        <div className="min-w-0">
          <p className="font-bold leading-tight">
            <When of={next} />
          </p>
          <h3 className="mt-0.5 break-words text-lg">
            <Link to={to} className="block">
              {next.state === 'cancelled' ? <s>{title}</s> : title}
            </Link>
          </h3>
          <p className="flex min-h-8 min-w-0 items-center gap-1.5 text-ink-2">
            <WeatherThen playdate={next} />
            <span className="truncate">{location}</span>
          </p>
          <Source playdate={next} />
          {next.state === 'cancelled' ? (
            <Badge tone="danger">
              <Trans>Cancelled</Trans>
            </Badge>
          ) : (
            isDue && (
              <Badge icon="clock">
                <Trans>Waiting for you</Trans>
              </Badge>
            )
          )}
        </div>
        <div className="col-span-2 mt-3 flex flex-wrap items-center justify-between gap-2 border-line border-t-2 border-dashed pt-3">
          <AvatarStack people={people} label={t`Coming: ${people.map(({ name }) => name).join(', ')}`} />
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            <Chat of={next} />
            <Route of={next} />
          </span>
        </div>
      </Card>
    </section>
  )
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** `Tomorrow, 10:00 – 11:30`, beside the leaf with the date; it is never one that has ended. */
function When({ of: { startTime, endTime } }: { of: Next }) {
  const { t } = useLingui()
  const dates = useDates()
  const now = new Date()
  if (Date.parse(startTime) <= now.getTime()) return `${t`Going on now`}, ${dates.timeRange(startTime, endTime)}`
  const { date } = dateAndTimeOf(startTime)
  const isOn = (ahead: number) =>
    date === dateAndTimeOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)).date
  const day = isOn(0) ? t`Today` : isOn(1) ? t`Tomorrow` : capital(dates.weekday(new Date(startTime).getDay()))
  return `${day}, ${dates.timeRange(startTime, endTime)}`
}

const useForecast = (playdate: Next) =>
  useRead(playdateWeather, { params: { id: playdate.id } }, { enabled: isWithinForecast(playdate) }).data

/** Who made the forecast; the sheet links it. */
function Source({ playdate }: { playdate: Next }) {
  const forecast = useForecast(playdate)
  if (!isWithinForecast(playdate)) return null
  return <p className="min-h-5 text-ink-2 text-xs leading-5">{forecast?.hours.length ? forecast.attribution : ''}</p>
}

/** The weather at its first hour, if that is within the forecast, and what matters outdoors. */
function WeatherThen({ playdate }: { playdate: Next }) {
  const { i18n } = useLingui()
  const forecast = useForecast(playdate)
  const [hour] = forecast?.hours ?? []
  const [warning] = forecast?.warnings ?? []
  if (!hour) return <Icon name="pin" size={18} className="shrink-0" />
  return (
    <>
      <WeatherIcon code={hour.icon} size={28} />
      <span className="shrink-0">
        {Math.round(hour.temperature) + 0}°{warning && <b>{`, ${i18n._(warningLabels[warning.kind])}`}</b>}
      </span>
      <span aria-hidden>·</span>
    </>
  )
}

function Chat({ of: { id, thread, participants, myStatus } }: { of: Next }) {
  const { t } = useLingui()
  const [isOpening, setIsOpening] = useState(false)
  const unread = thread?.unreadCount ?? 0
  if (!thread && (participants.length < 2 || myStatus === 'none')) return null
  const open = async () => {
    if (thread) return navigate(pathTo('chat', { id: thread.id }))
    setIsOpening(true)
    try {
      // The chat begins when somebody opens it.
      const { openThread } = await import('../../features/chat/thread/open-thread.ts')
      await openThread(id)
    } catch {
      sayUnavailable()
    } finally {
      setIsOpening(false)
    }
  }
  return (
    <Button size={44} icon="chat" busy={isOpening} onClick={() => void open()}>
      <Trans>Chat</Trans>
      {unread > 0 && <span className="text-danger">{unread > 99 ? t`99+` : unread}</span>}
    </Button>
  )
}

function Route({ of: { location, latitude, longitude } }: { of: Next }) {
  const { t } = useLingui()
  if (latitude === null || longitude === null) return null
  const app = mapApps[chosenMapApp()]
  return (
    <a
      href={app.to({ latitude, longitude })}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t`Route to ${location} with ${app.name} (opens in a new tab)`}
      className={buttonClass({ size: 44 })}
    >
      <Icon name="route" size={18} />
      <Trans>Route</Trans>
    </a>
  )
}
