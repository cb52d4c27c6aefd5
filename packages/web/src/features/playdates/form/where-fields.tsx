import { Suspense } from 'react'
import { Controller } from 'react-hook-form'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import type { Position } from '../list/use-first-upcoming.ts'
import { locationOf, PlaceField } from './place-field.tsx'
import type { PartProps } from './use-playdate-form.ts'

// A separate chunk, since the form would otherwise load too slowly.
const NearPlaces = laterInside(async () => (await import('./near-places.tsx')).NearPlaces, 'others')

/** The place: one of three near him, or any other. */
export function WhereFields({ form, typed, errorOf, near }: PartProps & { near: Position | undefined }) {
  const { control, setValue, formState } = form
  const choose = (location: string, placeId: number) => {
    setValue('placeId', placeId)
    setValue('location', location, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
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
          onChange={choose}
          before={
            near && (
              <Suspense fallback={<div className="h-44" />}>
                <NearPlaces from={near} typed={typed} onPick={place => choose(locationOf(place), place.id)} />
              </Suspense>
            )
          }
        />
      )}
    />
  )
}
