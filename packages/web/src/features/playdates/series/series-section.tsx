import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { giveUpStanding, oneSeries, renewSeries, type Series, takeStanding } from '@papadag/contract/playdates/series'
import { Button } from '@papadag/ui/button'
import { type ReactNode, Suspense, useState } from 'react'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { noonOf, useRhythm } from '../../../domain/playdates/rhythm-words.ts'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { PartFailed } from '../../../platform/data/part-failed.tsx'
import { useDates } from '../../../platform/language/dates.ts'
import { later } from '../../../platform/screen/when-near.tsx'
import { useUser } from '../../../platform/session/session.ts'
import { UsuallyThere } from '../open/usually-there.tsx'

const PauseDialog = later(async () => (await import('./pause-dialog.tsx')).PauseDialog, 'others')

/** Shown on the sheet: how it repeats, with whom, and how many fathers it needs. */
export function SeriesSection({ playdate, bringing }: { playdate: Playdate; bringing?: number | undefined }) {
  const { series, minimumFathers, state } = playdate
  const isAhead = state === 'planned' && !isOver(playdate)
  return (
    <>
      {minimumFathers && isAhead ? <Minimum playdate={playdate} from={minimumFathers} /> : null}
      {series && <OfSeries playdate={playdate} bringing={bringing} id={series.id} />}
    </>
  )
}

const Box = ({ children }: { children: ReactNode }) => <section className="grid gap-2.5 py-3">{children}</section>

function Minimum({ playdate: { fathersMissing, confirmation, myStatus }, from }: { playdate: Playdate; from: number }) {
  const isCreator = myStatus === 'creator'
  return (
    <Box>
      <p className="font-bold">
        <Trans>Goes ahead from {from} dads</Trans>
        {fathersMissing ? (
          <>
            : <Plural value={fathersMissing} one="# more" other="# more" />
          </>
        ) : null}
      </p>
      {!fathersMissing && (
        <p>
          <Trans>Enough dads are coming.</Trans>
        </p>
      )}
      {fathersMissing && isCreator ? (
        <p className="text-ink-2">
          {confirmation === 'confirmed' ? (
            <Trans>You’ve said that it goes ahead all the same.</Trans>
          ) : confirmation === 'due' ? (
            <Trans>Say whether it goes ahead all the same, or cancel it.</Trans>
          ) : (
            <Trans>If that’s still so a day before, we ask you.</Trans>
          )}
        </p>
      ) : null}
    </Box>
  )
}

type Bringing = { playdate: Playdate; bringing: number | undefined }

function OfSeries({ playdate, bringing, id }: Bringing & { id: number }) {
  const { t } = useLingui()
  const { data: series, error, refetch } = useRead(oneSeries, { params: { id } })
  const rhythm = useRhythm()
  if (!series) {
    if (error?.status === 404) return null
    return (
      <Box>
        {error ? (
          <PartFailed error={error} onRetry={() => void refetch()}>
            <Trans>The series could not be loaded</Trans>
          </PartFailed>
        ) : (
          <p role="status" className="min-h-24 text-ink-2">
            {t`Loading...`}
          </p>
        )}
      </Box>
    )
  }
  return (
    <Box>
      <p className="font-bold">{rhythm(series.every, series.day)}</p>
      {series.isMine ? (
        <OwnSeries series={series} isOpenHour={playdate.kind === 'open'} />
      ) : playdate.kind === 'open' ? (
        <UsuallyThere series={series} isOpen={!series.hasEnded && playdate.state === 'planned'} />
      ) : (
        <Standing playdate={playdate} bringing={bringing} series={series} />
      )}
    </Box>
  )
}

/** Renewing is offered in the last weeks. */
const renewWithinMs = 6 * 7 * 86_400_000

function OwnSeries({ series, isOpenHour }: { series: Series; isOpenHour: boolean }) {
  const [isPausing, setIsPausing] = useState<boolean>()
  const dates = useDates()
  const renew = useWrite(renewSeries, { done: msg`Your series goes on`, failed: msg`Your series could not be renewed` })
  const { id, renewableUntil, hasEnded, until, pauses } = series
  const lastDay = dates.dayAndMonth(noonOf(renewableUntil ?? until))
  const isEnding = hasEnded || Date.parse(until) - Date.now() < renewWithinMs
  return (
    <>
      {pauses.length > 0 && (
        <p className="text-ink-2">
          <Trans>Pauses:</Trans>{' '}
          {pauses
            .map(({ from, until }) => `${dates.shortDate(noonOf(from))} – ${dates.shortDate(noonOf(until))}`)
            .join(', ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {renewableUntil && isEnding && (
          <Button size={44} icon="refresh" busy={renew.isPending} onClick={() => renew.mutate({ params: { id } })}>
            <Trans>Renew until {lastDay}</Trans>
          </Button>
        )}
        {!hasEnded && (
          <Button size={44} icon="calendar" onClick={() => setIsPausing(true)}>
            <Trans>Pause</Trans>
          </Button>
        )}
      </div>
      {isPausing !== undefined && (
        <Suspense>
          <PauseDialog series={series} isOpenHour={isOpenHour} open={isPausing} onClose={() => setIsPausing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Standing({ playdate, bringing, series: { id, standing, hasEnded } }: Bringing & { series: Series }) {
  const { id: userId, childrenInfo } = useUser()
  const own = playdate.participants.find(person => person.id === userId) ?? playdate.waiting
  const children = bringing ?? own?.children ?? childrenToBring(playdate, childrenInfo.length).usual
  const change = useWrite(takeStanding, {
    done: msg`Noted for every date`,
    failed: msg`That could not be saved`,
  })
  const take = useWrite(takeStanding, {
    done: msg`You have a standing place`,
    failed: msg`You could not get a standing place`,
  })
  const giveUp = useWrite(giveUpStanding, {
    done: msg`You have no standing place any more`,
    failed: msg`Your standing place could not be given up`,
  })
  if (standing) {
    return (
      <>
        <p>
          <Trans>
            You have a standing place. Two days before, we ask whether you’re coming; without an answer your place is
            free a day before.
          </Trans>{' '}
          <Plural
            value={standing.children}
            _0="You’re down for it on your own."
            one="You’re down for it with # child."
            other="You’re down for it with # children."
          />
        </p>
        {standing.children !== children && (
          <Button
            size={44}
            className="justify-self-start"
            busy={change.isPending}
            onClick={() => change.mutate({ params: { id }, body: { children } })}
          >
            <Plural value={children} _0="On my own each time" one="# child each time" other="# children each time" />
          </Button>
        )}
        <Button
          size={44}
          className="justify-self-start"
          busy={giveUp.isPending}
          onClick={() => giveUp.mutate({ params: { id } })}
        >
          <Trans>Give up my standing place</Trans>
        </Button>
      </>
    )
  }
  if (hasEnded || playdate.state === 'cancelled') return null
  return (
    <>
      <p>
        <Trans>
          Here most times? Then take a standing place: you’re on every date, or on its waiting list if it is full, and
          we ask two days before.
        </Trans>
      </p>
      <Button
        size={44}
        icon="check"
        className="justify-self-start"
        busy={take.isPending}
        onClick={() => take.mutate({ params: { id }, body: { children } })}
      >
        <Trans>I’m usually there</Trans>
      </Button>
    </>
  )
}
