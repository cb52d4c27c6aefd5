import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { invitation } from '@papadag/contract/invites'
import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { useSeriesInWords } from '../../domain/playdates/rhythm-words.ts'
import { PosterSheet } from '../../domain/poster/poster-sheet.tsx'
import { useRead } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { noConnection, notify } from '../../platform/screen/notices.ts'

const StaticMap = lazy(async () => ({ default: (await import('../../domain/places/static-map.tsx')).StaticMap }))

type Props = { url: string; token: string; onDone: () => void }

/** The map on it, in pixels of paper (96 an inch), and how many pixels of the picture make one of those. */
const picture = { width: 468, height: 112, ratio: 3 }

/** An invitation on a notice board. */
export function Poster({ url, token, onDone }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { data, error } = useRead(invitation, { params: { token } })
  const repeats = useSeriesInWords(data?.series, data?.startTime ?? '')
  const [isDrawn, setIsDrawn] = useState<boolean>()
  // A picture that will not come leaves its space to the code.
  const map = isDrawn === false ? undefined : data?.map
  const isReady = data !== undefined && (map === undefined || isDrawn !== undefined)
  const fail = useEffectEvent(() => {
    notify({
      title: msg`The invitation could not be loaded`,
      description: error?.code === 'offline' ? noConnection : msg`Please try again later.`,
      tone: 'destructive',
    })
    onDone()
  })
  useEffect(() => {
    if (error) fail()
  }, [error])
  if (!data) return null
  const { startTime, endTime, place, area } = data
  return (
    <PosterSheet
      url={url}
      code={{ label: t`QR code of the invitation`, size: map ? 180 : 260 }}
      isReady={isReady}
      onPrinted={onDone}
    >
      <h1>
        <Trans>Playdate</Trans>
      </h1>
      <p className="font-bold text-2xl">
        {dates.dayAndMonth(startTime)}
        <br />
        {dates.timeRange(startTime, endTime)}
      </p>
      {repeats && <p>{repeats}</p>}
      <p>{place ?? (area ? <Trans>Near {area}</Trans> : null)}</p>
      {map && (
        <StaticMap
          point={map}
          label={t`Map of the streets around ${place}`}
          onPaper={{ ...picture, onSettled: setIsDrawn }}
        />
      )}
    </PosterSheet>
  )
}
