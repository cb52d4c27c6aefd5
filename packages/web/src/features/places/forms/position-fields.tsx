import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { TextField } from '@papadag/ui/fields/text-field'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { isLocated } from '../measures.ts'
import { positionIn } from './form-values.ts'
import type { PlaceForm } from './use-place-form.ts'

/** This browser's position; undefined if unavailable, which has already been announced. */
export type FindMe = () => Promise<{ latitude: number; longitude: number } | undefined>

/**
 * The position as numbers or by locating. Without numbers the place has none, and the form explains what that means.
 */
export function PositionFields({ form, findMe }: { form: PlaceForm; findMe: FindMe }) {
  const { t } = useLingui()
  const { register, setValue, formState, control } = form
  const [latitude, longitude] = useWatch({ control, name: ['latitude', 'longitude'] })
  const [isFinding, setIsFinding] = useState(false)
  const isMissing = !isLocated(positionIn({ latitude, longitude }))
  const fill = async () => {
    setIsFinding(true)
    const found = await findMe()
    setIsFinding(false)
    if (!found) return
    setValue('latitude', found.latitude.toFixed(5), { shouldValidate: true, shouldDirty: true })
    setValue('longitude', found.longitude.toFixed(5), { shouldValidate: true, shouldDirty: true })
  }
  return (
    <div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`Latitude`}
          inputMode="decimal"
          autoComplete="off"
          error={sayIssue(formState.errors.latitude?.message)}
          {...register('latitude')}
        />
        <TextField
          label={t`Longitude`}
          inputMode="decimal"
          autoComplete="off"
          error={sayIssue(formState.errors.longitude?.message)}
          {...register('longitude')}
        />
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="soft" size={44} icon="locate" busy={isFinding} onClick={() => void fill()}>
          <Trans>My position</Trans>
        </Button>
        <p role="status" className="min-w-[20ch] flex-1 text-ink-2 text-sm">
          {isMissing && <Trans>Without both numbers there is no location: no distance, and not on the map.</Trans>}
        </p>
      </div>
    </div>
  )
}
