import { useLingui } from '@lingui/react/macro'
import { NumberStepper } from '@papadag/ui/fields/number-stepper'
import { Controller } from 'react-hook-form'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import { usualMaximum } from './form-fields.ts'
import { RoomForOthers } from './room-for-others.tsx'
import type { PartProps } from './use-playdate-form.ts'

/** How many children the creator brings; the maximum follows them until he chooses it himself. */
export function ChildrenField({ form, typed, errorOf }: PartProps) {
  const { t } = useLingui()
  const { control, setValue } = form
  const { maxParticipants } = typed
  // The number of children there is room for.
  const room = childrenToBring({ maxParticipants, placesTaken: 0 }, 0).max
  return (
    <div>
      <Controller
        control={control}
        name="children"
        render={({ field: { value, onChange, onBlur, name, ref } }) => (
          <NumberStepper
            label={t`How many of your own children are you bringing?`}
            value={Math.min(value, room)}
            onChange={children => {
              onChange(children)
              if (maxParticipants === usualMaximum(value)) setValue('maxParticipants', usualMaximum(children))
            }}
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
      <RoomForOthers form={form} typed={typed} errorOf={errorOf} />
    </div>
  )
}
