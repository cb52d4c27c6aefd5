import { Trans, useLingui } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { WeatherAdvice } from '@papadag/contract/weather/advice'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/layers/dialog'
import { useState } from 'react'
import { useJustMoved } from './just-moved.ts'
import { moveTo, useMove } from './use-move.ts'

type Props = {
  playdate: Playdate
  place: Place
  /** The weather that is the reason. */
  why?: WeatherAdvice | undefined
}

/** Asks the creator whether to move his playdate to another place, and moves it. */
export function MoveHere({ playdate, place, why }: Props) {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  const { id: placeId, name, address } = place
  const { noteMoved } = useJustMoved(playdate)
  const move = useMove(playdate, name, () => {
    noteMoved(placeId)
    setIsAsking(false)
  })
  const location = address ? `${name}, ${address}` : name
  return (
    <>
      <Button size={44} icon="arrow" busy={move.isPending} onClick={() => setIsAsking(true)}>
        <Trans>Move here</Trans>
        <span className="sr-only">{`: ${name}`}</span>
      </Button>
      <ConfirmDialog
        open={isAsking}
        busy={move.isPending}
        onCancel={() => setIsAsking(false)}
        title={t`Move to ${name}?`}
        tone="do"
        cancelLabel={t`No, leave it`}
        confirmLabel={t`Move it`}
        busyLabel={t`Moving...`}
        onConfirm={() => move.mutate(moveTo(playdate, { location, placeId, area: null }, why))}
      >
        {address && <p className="font-bold text-ink">{location}</p>}
        <p>
          {why === 'rain' ? (
            <Trans>It will probably rain where you meet now.</Trans>
          ) : why === 'wind' ? (
            <Trans>It will be windy where you meet now.</Trans>
          ) : why === 'cold' ? (
            <Trans>It will be cold where you meet now.</Trans>
          ) : null}{' '}
          {playdate.kind !== 'open' && <Trans>Everybody who is coming hears the new place.</Trans>}{' '}
          <Trans>You can undo it for ten minutes.</Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}
