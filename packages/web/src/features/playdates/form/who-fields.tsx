import { useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { lazy, Suspense } from 'react'
import { Controller } from 'react-hook-form'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import type { PartProps } from './use-playdate-form.ts'

// A separate chunk, since the form would otherwise load too slowly.
const OpenChoice = lazy(async () => ({ default: (await import('../open/open-choice.tsx')).OpenChoice }))
const RoomForOthers = lazy(async () => ({ default: (await import('./room-for-others.tsx')).RoomForOthers }))

type Props = PartProps & {
  asksChildren: boolean
  /** An existing playdate keeps its kind, as does one with several proposed times. */
  mayBeOpen: boolean
}

export function WhoFields({ form, typed, errorOf, asksChildren, mayBeOpen }: Props) {
  const { t } = useLingui()
  const { control, setValue, formState } = form
  // The number of children there is room for.
  const room = childrenToBring({ maxParticipants: typed.maxParticipants, placesTaken: 0 }, 0).max
  const choice = mayBeOpen && (
    <Suspense fallback={<div className="min-h-11" />}>
      <OpenChoice form={form} typed={typed} />
    </Suspense>
  )
  if (typed.kind === 'open') return choice
  return (
    <>
      {choice}
      {asksChildren && (
        <Controller
          control={control}
          name="children"
          render={({ field: { value, onChange, onBlur, name, ref } }) => (
            <NumberStepper
              label={t`How many of your own children are you bringing?`}
              value={Math.min(value, room)}
              onChange={onChange}
              onBlur={onBlur}
              name={name}
              ref={ref}
              min={0}
              max={room}
              decreaseLabel={t`One child fewer`}
              increaseLabel={t`One child more`}
            />
          )}
        />
      )}
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
      <Suspense>
        <RoomForOthers
          max={typed.maxParticipants}
          ofHis={Math.min(typed.children, room)}
          onRaise={to => setValue('maxParticipants', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
      </Suspense>
    </>
  )
}
