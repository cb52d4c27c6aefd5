import { type PlaceDrawing, PlaceIllustration } from '@papadag/ui/place-illustration'
import { useState } from 'react'
import { pictureAddress } from '../../platform/picture-address.ts'
import { type Drawn, drawingOf } from './drawings.ts'

type Props = {
  place: Drawn
  /** Chosen with its neighbours in mind; its own otherwise. */
  drawing?: PlaceDrawing | undefined
  className?: string
  lazy?: boolean
}

/** The photo of a place; a drawing of what it has where there is none or it cannot be had. */
export function PlacePicture({ place, drawing = drawingOf(place), className = '', lazy = true }: Props) {
  const imageUrl = pictureAddress(place.imageUrl)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const look = `block size-full object-cover ${className}`
  if (!imageUrl || imageUrl === brokenUrl) return <PlaceIllustration drawing={drawing} className={look} lazy={lazy} />
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
