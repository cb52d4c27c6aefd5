import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { FieldError, TextField } from '@papadag/ui/fields/text-field'
import { IconButton } from '@papadag/ui/icon-button'
import { type ReactNode, useId } from 'react'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { mayProposeMore, nextTime, type Plan, problemOf, type TypedTime } from './plan.ts'

type DayField = (field: { value: string; onChange: (date: string) => void }) => ReactNode

type Props = {
  plan: Plan
  /** The time in the form above. */
  first: TypedTime
  onChange: (plan: Plan) => void
  /** The field of a day, which the form has too. */
  dayField: DayField
  /** Whether he has tried to submit it, so that errors are shown. */
  isSubmitted: boolean
}

// Our icons replace the browser's.
const plain = '[&_::-webkit-calendar-picker-indicator]:hidden'

/** Further times for the same playdate, which turn it into a poll. */
export function MoreTimes({ plan, first, onChange, dayField, isSubmitted }: Props) {
  const { more } = plan
  const change = (times: TypedTime[]) => onChange({ ...plan, more: times })
  const all = [first, ...more]
  return (
    <div className="grid gap-3">
      {more.map((time, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: times have no other identity, and are only added at the end.
          key={at}
          number={at + 2}
          time={time}
          dayField={dayField}
          problem={isSubmitted ? problemOf(time, all.slice(0, at + 1)) : undefined}
          onChange={changed => change(more.map((other, index) => (index === at ? changed : other)))}
          // A question needs two days.
          onRemove={more.length > 1 ? () => change(more.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {mayProposeMore(plan) && (
        <Button
          size={44}
          icon="plus"
          className="justify-self-start"
          onClick={() => change([...more, nextTime(more.at(-1) ?? first)])}
        >
          <Trans>Propose another day</Trans>
        </Button>
      )}
      {more.length > 0 && (
        <p className="text-ink-2 text-sm">
          <Trans>The other dads say which days suit them. Then you choose one.</Trans>
        </p>
      )}
    </div>
  )
}

type RowProps = {
  number: number
  time: TypedTime
  dayField: DayField
  problem: ReturnType<typeof problemOf>
  onChange: (time: TypedTime) => void
  onRemove: (() => void) | undefined
}

function Row({ number, time, dayField, problem, onChange, onRemove }: RowProps) {
  const { t } = useLingui()
  const errorId = useId()
  const field = (name: 'startTime' | 'endTime') => ({
    value: time[name],
    'aria-describedby': problem && errorId,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...time, [name]: value }),
  })
  return (
    <fieldset className="min-w-0 rounded-kap-s bg-sunken p-3">
      <legend className="sr-only">
        <Trans>Proposal {number}</Trans>
      </legend>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          {dayField({ value: time.date, onChange: date => onChange({ ...time, date }) })}
        </div>
        {onRemove && <IconButton icon="x" iconSize={20} aria-label={t`Remove proposal ${number}`} onClick={onRemove} />}
      </div>
      <div className="mt-2 grid grid-cols-2 gap-3">
        <TextField label={t`From`} type="time" className={plain} {...field('startTime')} />
        <TextField label={t`Until`} type="time" className={plain} {...field('endTime')} />
      </div>
      {problem && <FieldError id={errorId}>{sayIssue(problem)}</FieldError>}
    </fieldset>
  )
}
