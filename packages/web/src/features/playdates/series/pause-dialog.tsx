import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { endPause, pauseSeries, type Series } from '@papadag/contract/playdates/series'
import { Button } from '@papadag/ui/button'
import { ChipGroup } from '@papadag/ui/chip'
import { TextField } from '@papadag/ui/fields/text-field'
import { Dialog } from '@papadag/ui/layers/dialog-on-demand'
import { useState } from 'react'
import { noonOf } from '../../../domain/playdates/rhythm-words.ts'
import { useWrite } from '../../../platform/data/data.ts'
import { dateAndTimeOf, useDates } from '../../../platform/language/dates.ts'
import { useUser } from '../../../platform/session/session.ts'
import { holidaysOf, holidayWords, type Region, regionAt, regions } from './school-holidays.ts'

type Props = {
  series: Series
  /** An open hour, to which nobody confirms coming. */
  isOpenHour: boolean
  open: boolean
  onClose: () => void
}
type Days = { from: string; until: string }

/** The pauses of a series: school holidays of the creator's region, and other days he chooses. */
export function PauseDialog({ series, isOpenHour, open, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { home } = useUser()
  const [region, setRegion] = useState<Region>(home ? regionAt(home) : 'midden')
  const dates = useDates()
  const { pause, resume, isBusy } = usePauses(series.id)
  const today = dateAndTimeOf(new Date()).date
  const span = ({ from, until }: Days) => `${dates.shortDate(noonOf(from))} – ${dates.shortDate(noonOf(until))}`
  const isPaused = (days: Days) => series.pauses.some(({ from, until }) => from <= days.from && days.until <= until)
  const holidays = holidaysOf(region, today, series.until)
  const own = series.pauses.filter(one => !holidays.some(({ from, until }) => from === one.from && until === one.until))
  const names = { noord: t`North`, midden: t`Central`, zuid: t`South` }
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t`Close`} title={t`Pause`}>
      <div className="grid gap-5">
        <p>
          {isOpenHour ? (
            <Trans>Dates on these days are cancelled. They come back if you end the pause.</Trans>
          ) : (
            <Trans>
              Dates on these days are cancelled, and whoever was coming is told. They come back if you end the pause.
            </Trans>
          )}
        </p>
        <section className="grid gap-2.5">
          <h3>
            <Trans>School holidays</Trans>
          </h3>
          <ChipGroup
            label={t`Region`}
            value={region}
            onChange={setRegion}
            choices={regions.map(value => ({ value, label: names[value] }))}
          />
          {holidays.length === 0 && (
            <p className="text-ink-2">
              <Trans>None is known until the end of your series.</Trans>
            </p>
          )}
          <ul className="grid gap-2">
            {holidays.map(({ name, ...days }) => (
              <Row key={days.from} words={i18n._(holidayWords[name])} span={span(days)}>
                {isPaused(days) ? (
                  <Button size={44} variant="soft" icon="check" disabled={isBusy} onClick={() => resume(days)}>
                    <Trans>End pause</Trans>
                  </Button>
                ) : (
                  <Button size={44} disabled={isBusy} onClick={() => pause(days)}>
                    <Trans>Pause</Trans>
                  </Button>
                )}
              </Row>
            ))}
            {own.map(days => (
              <Row key={days.from} words={t`Pause`} span={span(days)}>
                <Button size={44} variant="soft" icon="check" disabled={isBusy} onClick={() => resume(days)}>
                  <Trans>End pause</Trans>
                </Button>
              </Row>
            ))}
          </ul>
          <p className="text-ink-2 text-sm">
            <Trans>Holidays as published by Rijksoverheid. Your school may differ.</Trans>
          </p>
        </section>
        <OwnDays today={today} isBusy={isBusy} onPause={pause} />
      </div>
    </Dialog>
  )
}

function Row({ words, span, children }: { words: string; span: string; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="grid">
        <b>{words}</b>
        <span className="text-ink-2 text-sm tabular-nums">{span}</span>
      </span>
      {children}
    </li>
  )
}

function OwnDays({ today, isBusy, onPause }: { today: string; isBusy: boolean; onPause: (days: Days) => void }) {
  const { t } = useLingui()
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isWrong = from === '' || until === '' || until < from
  return (
    <section className="grid gap-2.5">
      <h3>
        <Trans>Days of your own</Trans>
      </h3>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`From`}
          type="date"
          min={today}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextField
          label={t`Until and including`}
          type="date"
          min={from || today}
          value={until}
          error={isTried && isWrong ? t`The last day must be after the first` : undefined}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </div>
      <Button
        size={44}
        busy={isBusy}
        className="justify-self-start"
        onClick={() => {
          setIsTried(true)
          if (!isWrong) onPause({ from, until })
        }}
      >
        <Trans>Pause on these days</Trans>
      </Button>
    </section>
  )
}

function usePauses(id: number) {
  const failed = msg`The pause could not be saved`
  const begin = useWrite(pauseSeries, { done: msg`Your series pauses on these days`, failed })
  const end = useWrite(endPause, { done: msg`The pause has ended`, failed })
  const params = { id }
  return {
    pause: (body: Days) => begin.mutate({ params, body }),
    resume: (query: Days) => end.mutate({ params, query }),
    isBusy: begin.isPending || end.isPending,
  }
}
