import type { ComponentProps } from 'react'
import { NearbyPlaces } from '../../features/places/nearby-places.tsx'
import { FreeToo } from '../../features/users/papa-days/free-too.tsx'

/** What home shows further down, loaded when it comes near the viewport: who is free on his day, and places. */
export function HomeNear(props: ComponentProps<typeof NearbyPlaces>) {
  return (
    <>
      <FreeToo />
      <NearbyPlaces {...props} />
    </>
  )
}
