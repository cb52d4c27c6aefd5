import { Trans, useLingui } from '@lingui/react/macro'
import { invitation } from '@papadag/contract/invites'
import { LogoMark, LogoWordmark } from '@papadag/ui/pictures/logo'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useRead } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'
import { QrCode } from './qr-code.tsx'
import './poster.css'

type Props = { url: string; token: string; onDone: () => void }

/** An A5 sheet for a notice board: the invitation's text and a code to scan. It exists only on paper. */
export function Poster({ url, token, onDone }: Props) {
  const { t } = useLingui()
  const dates = useDates()
  const { data, error } = useRead(invitation, { params: { token } })
  const isReady = data !== undefined
  const print = useEffectEvent(() => {
    window.print()
    onDone()
  })
  useEffect(() => {
    if (isReady || error) print()
  }, [isReady, error])
  if (!data) return null
  const { startTime, endTime, place, area } = data
  return createPortal(
    <div className="poster">
      <p className="flex items-center gap-[9px]">
        <LogoMark className="size-11" />
        <LogoWordmark className="h-7" />
      </p>
      <h1>
        <Trans>Playdate</Trans>
      </h1>
      <p className="poster-when">
        {dates.dayAndMonth(startTime)}
        <br />
        {dates.timeRange(startTime, endTime)}
      </p>
      <p>{place ?? (area ? <Trans>Near {area}</Trans> : null)}</p>
      <QrCode url={url} label={t`QR code of the invitation`} size={260} />
      <p>
        <Trans>Dads and kids, come and play. Scan and join.</Trans>
      </p>
      <p className="poster-link">{url.replace(/^https?:\/\//, '')}</p>
    </div>,
    document.body,
  )
}
