import { type PlaceDrawing, PlaceIllustration } from '@papadag/ui/pictures/place-illustration'
import { useState } from 'react'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import { drawingOf, type PlaceToDraw } from './drawings.ts'

type Props = {
  place: PlaceToDraw
  /** Chosen to differ from its neighbours'; by default its own. */
  drawing?: PlaceDrawing | undefined
  className?: string
  lazy?: boolean
}

/** A place's photo, or a drawing of its features if there is none or it fails to load. */
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
