import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { TextArea } from '@papadag/ui/fields/text-field'
import { useEffect, useEffectEvent } from 'react'
import { Controller } from 'react-hook-form'
import { OpenChoice } from '../open/open-choice.tsx'
import { AddressChoice } from './address-choice.tsx'
import { folded } from './folded.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { RoomForOthers } from './room-for-others.tsx'
import type { PartProps } from './use-playdate-form.ts'

type Props = PartProps & {
  /** A new playdate, whose rhythm is still open. */
  isNew: boolean
  /** An existing playdate keeps its kind, as does one with several proposed times. */
  mayBeOpen: boolean
  isProposal: boolean
}

/** The options that most playdates leave unchanged. */
export function MoreOptions({ isNew, mayBeOpen, isProposal, ...parts }: Props) {
  const { t } = useLingui()
  const { form, typed, errorOf } = parts
  const { register, setValue } = form
  useFocusOnFirstProblem(form)
  return (
    <>
      <TextArea
        label={t`Tell us a bit more`}
        mark={t`(optional)`}
        error={errorOf('description')}
        placeholder={t`Bring a kite. And dry socks.`}
        {...register('description')}
      />
      {typed.kind !== 'open' && (
        <div>
          <Maximum {...parts} />
          {!isNew && <RoomForOthers {...parts} />}
        </div>
      )}
      {!isProposal && <RepeatFields {...parts} isNew={isNew} />}
      {mayBeOpen && <OpenChoice form={form} typed={typed} />}
      {typed.kind !== 'open' && (
        <AddressChoice
          value={typed.locationVisibility}
          onChange={visibility => setValue('locationVisibility', visibility, { shouldDirty: true })}
          suggest={city => typed.area || setValue('area', city)}
          area={{ ...register('area'), error: errorOf('area') }}
        />
      )}
    </>
  )
}

/** A refused field that was folded away could not take the focus when it was refused. */
function useFocusOnFirstProblem({ formState: { errors }, setFocus }: PartProps['form']) {
  const focus = useEffectEvent(() => {
    const [first, ...others] = Object.keys(errors)
    const field = folded.find(name => name === first)
    if (field && others.every(name => folded.some(one => one === name))) setFocus(field)
  })
  useEffect(() => focus(), [])
}

function Maximum({ form: { control }, errorOf }: PartProps) {
  const { t } = useLingui()
  return (
    <Controller
      control={control}
      name="maxParticipants"
      render={({ field: { value, onChange, onBlur, name, ref } }) => (
        <NumberStepper
          label={t`How many at most?`}
          hint={t`Includes yourself and your children`}
          error={errorOf('maxParticipants')}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          name={name}
          ref={ref}
          min={limits.maxParticipantsMin}
          max={limits.maxParticipants}
          decreaseLabel={t`One fewer`}
          increaseLabel={t`One more`}
        />
      )}
    />
  )
}
