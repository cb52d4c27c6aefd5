import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '@papadag/ui/pictures/icon'
import { WeatherIcon } from '@papadag/ui/pictures/weather-icon'
import { Skeleton } from '@papadag/ui/states/skeleton'
import { type ReactNode, useEffect, useRef } from 'react'
import { lineOf, nameOf } from './conditions.ts'
import type { useCurrentWeather } from './current-weather.ts'

type Props = Pick<ReturnType<typeof useCurrentWeather>, 'weather' | 'isFallback' | 'isReading' | 'readAgain'> & {
  isEvening: boolean
  /** Offered until the reader's position is known. */
  onLocate?: (() => void) | undefined
  isLocating: boolean
}

const paper = 'rounded-kap-s bg-white text-[#12332e]'

/** The weather in a few words with a witty line; its space is reserved. A tap reads it again (decision H4). */
export function WeatherBadge(props: Props) {
  const { t, i18n } = useLingui()
  const { weather, isFallback, isEvening } = props
  const line = weather && !isFallback && lineOf(weather.condition, isEvening)
  return (
    <div role="status" aria-busy={!weather} className="flex min-h-23 flex-wrap content-start items-center gap-2.5">
      {weather ? (
        <Badge {...props} weather={weather} />
      ) : (
        <>
          <span className="sr-only">{t`Loading...`}</span>
          <span className={`flex h-12 w-48 items-center gap-2.5 pr-4 pl-2.5 ${paper}`}>
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-4 flex-1" />
          </span>
        </>
      )}
      {line && <Remark className="weather-line">{i18n._(line)}</Remark>}
      {isFallback && (
        <Remark className="weather-missing">
          <Trans>Unable to fetch current weather</Trans>
        </Remark>
      )}
    </div>
  )
}

// The picture behind it may be light or dark, so the line has a background of its own.
function Remark({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`rounded-[14px_14px_14px_4px] bg-[#12332e] px-3 py-2 font-bold text-[#fff8e8] text-sm leading-tight ${className}`}
    >
      {children}
    </span>
  )
}

type BadgeProps = Props & { weather: NonNullable<Props['weather']> }

function Badge({ weather, isFallback, isReading, readAgain, onLocate, isLocating }: BadgeProps) {
  const { t, i18n } = useLingui()
  const name = nameOf(weather.condition)
  const badge = useRef<HTMLButtonElement>(null)
  const hasAsked = useRef(false)
  const canLocate = onLocate !== undefined
  useEffect(() => {
    // The focused button disappears once it has done its work.
    const hasLostFocus = hasAsked.current && !canLocate && document.activeElement === document.body
    if (hasLostFocus) badge.current?.focus({ preventScroll: true })
  }, [canLocate])
  const isMuted = isFallback || isReading
  return (
    <span className={`flex items-stretch ${paper}`}>
      <button
        ref={badge}
        type="button"
        aria-busy={isReading}
        onClick={readAgain}
        className="flex min-h-12 items-center gap-2 rounded-[inherit] py-1.5 pr-3 pl-2 text-left leading-[1.15]"
      >
        <span className={isMuted ? 'opacity-60 [filter:grayscale(1)]' : ''}>
          <WeatherIcon code={weather.icon} />
        </span>
        <span className={`font-display font-extrabold text-xl tabular-nums ${isMuted ? 'text-[#49605a]' : ''}`}>
          {Math.round(weather.temperature)}°C
        </span>
        <span className="font-[550] text-[#49605a] text-[.8125rem]">
          {name && (
            <>
              {i18n._(name)}
              <br />
            </>
          )}
          {weather.city}, {weather.country}
        </span>
        <span className="sr-only">{t`Update the weather`}</span>
      </button>
      {onLocate && (
        <button
          type="button"
          aria-label={t`Use my location`}
          title={t`Use my location`}
          aria-busy={isLocating}
          onClick={() => {
            hasAsked.current = true
            onLocate()
          }}
          className="grid min-w-11 place-items-center rounded-[0_20px_20px_0] border-[#e8dbbe] border-l-[1.5px]"
        >
          <Icon name="locate" size={20} className={isLocating ? 'animate-pulse' : ''} />
        </button>
      )}
    </span>
  )
}
