import { lazy, Suspense } from 'react'
import { Controller } from 'react-hook-form'
import { PlaceField } from './place-field.tsx'
import type { PartProps } from './use-playdate-form.ts'

// A separate chunk, since the form would otherwise load too slowly.
const AddressChoice = lazy(async () => ({ default: (await import('./address-choice.tsx')).AddressChoice }))

export function WhereFields({ form, typed, errorOf }: PartProps) {
  const { register, control, setValue, formState } = form
  return (
    <>
      <Controller
        control={control}
        name="location"
        render={({ field: { value, onBlur, ref } }) => (
          <PlaceField
            value={value}
            placeId={typed.placeId}
            error={errorOf('location')}
            onBlur={onBlur}
            ref={ref}
            onChange={(location, placeId) => {
              setValue('placeId', placeId)
              setValue('location', location, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            }}
          />
        )}
      />
      {typed.kind !== 'open' && (
        <Suspense fallback={<div className="min-h-28" />}>
          <AddressChoice
            value={typed.locationVisibility}
            onChange={visibility => setValue('locationVisibility', visibility, { shouldDirty: true })}
            suggest={city => typed.area || setValue('area', city)}
            area={{ ...register('area'), error: errorOf('area') }}
          />
        </Suspense>
      )}
    </>
  )
}
