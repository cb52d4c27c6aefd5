import type { Place } from '@papadag/contract/places'
import { Illustration, type IllustrationName } from '@papadag/ui/illustration'
import { useState } from 'react'
import { pictureAddress } from '../../platform/picture-address.ts'

const standIns = {
  playground: ['playground1', 'playground2', 'playground3'],
  restaurant: ['restaurant1', 'restaurant2'],
} as const satisfies Record<Place['type'], readonly [IllustrationName, ...IllustrationName[]]>

type Props = { place: Pick<Place, 'id' | 'type' | 'imageUrl'>; className?: string; lazy?: boolean }

/** The photo of a place; a drawing, always the same one, where there is none or it cannot be had. */
export function PlacePicture({ place, className = '', lazy = true }: Props) {
  const { id, type } = place
  const imageUrl = pictureAddress(place.imageUrl)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const look = `block size-full object-cover ${className}`
  if (!imageUrl || imageUrl === brokenUrl) {
    const drawings = standIns[type]
    return <Illustration name={drawings[id % drawings.length] ?? drawings[0]} className={look} lazy={lazy} />
  }
  return (
    <img
      src={imageUrl}
      alt=""
      decoding="async"
      loading={lazy ? 'lazy' : 'eager'}
      className={look}
      onError={() => setBrokenUrl(imageUrl)}
    />
  )
}
