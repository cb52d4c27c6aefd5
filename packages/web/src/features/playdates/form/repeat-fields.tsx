import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { ChipGroup, ChipToggle } from '@papadag/ui/chip'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { FieldError } from '@papadag/ui/fields/text-field'
import { Controller } from 'react-hook-form'
import { useRhythm } from '../../../domain/playdates/rhythm-words.ts'
import { foreignZone } from '../../../platform/language/dates.ts'
import type { PlaydateFields } from './form-fields.ts'
import type { PartProps } from './use-playdate-form.ts'

type Props = PartProps & {
  /** An existing playdate keeps its rhythm. */
  isNew: boolean
}

/** Whether it repeats, and how many fathers it needs. */
export function RepeatFields({ isNew, ...parts }: Props) {
  return (
    <>
      {isNew && <Rhythms {...parts} />}
      {parts.typed.kind !== 'open' && <Minimum {...parts} />}
    </>
  )
}

function Rhythms({ form: { control }, typed, errorOf }: PartProps) {
  const { t } = useLingui()
  const rhythm = useRhythm()
  return (
    <div className="grid gap-1.5">
      <p className="font-[650] text-[.9375rem]">
        <Trans>Does it repeat?</Trans>
      </p>
      <Controller
        control={control}
        name="every"
        render={({ field: { value, onChange } }) => (
          <ChipGroup<PlaydateFields['every']>
            label={t`Does it repeat?`}
            value={value}
            onChange={onChange}
            choices={[
              { value: '', label: t`Once` },
              { value: 'week', label: t`Every week` },
              { value: 'twoWeeks', label: t`Every other week` },
              { value: 'monthByWeekday', label: t`Every month` },
            ]}
          />
        )}
      />
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {typed.every && typed.date && (
          <>
            <b>{rhythm(typed.every, typed.date)}.</b>{' '}
            <Trans>
              The next three dates are planned at once. It runs for at most 26 weeks, or until the end of the school
              year; then you renew it with one tap.
            </Trans>
            {foreignZone() && (
              <>
                {' '}
                <Trans>Its hour stays the same where you meet, even when the clocks change.</Trans>
              </>
            )}
          </>
        )}
      </p>
      <FieldError id="every-error">{errorOf('every')}</FieldError>
    </div>
  )
}

function Minimum({ form, typed, errorOf }: PartProps) {
  const { t } = useLingui()
  const { control, setValue } = form
  const isOn = typed.minimumFathers > 0
  const start = Math.min(3, Math.max(limits.minimumFathersMin, typed.maxParticipants || 0))
  return (
    <div className="grid justify-items-start gap-2.5">
      <ChipToggle
        pressed={isOn}
        icon="users"
        onChange={on => setValue('minimumFathers', on ? start : 0, { shouldDirty: true })}
      >
        <Trans>Only goes ahead with enough dads</Trans>
      </ChipToggle>
      {isOn && (
        <Controller
          control={control}
          name="minimumFathers"
          render={({ field: { value, onChange, onBlur, name, ref } }) => (
            <NumberStepper
              label={t`From how many dads?`}
              hint={t`Including yourself. If there are fewer a day before, we ask you.`}
              error={errorOf('minimumFathers')}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              name={name}
              ref={ref}
              min={limits.minimumFathersMin}
              max={Math.max(limits.minimumFathersMin, typed.maxParticipants || limits.maxParticipants)}
              decreaseLabel={t`One dad fewer`}
              increaseLabel={t`One dad more`}
            />
          )}
        />
      )}
    </div>
  )
}
