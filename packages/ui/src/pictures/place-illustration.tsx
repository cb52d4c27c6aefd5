import { classNames } from '../class-names.ts'
import pancakes from '../svg/plaatje-restaurant.svg?no-inline'
import poffertjes from '../svg/plaatje-restaurant-2.svg?no-inline'
import iceCream from '../svg/plaatje-restaurant-ijs.svg?no-inline'
import playCorner from '../svg/plaatje-restaurant-speelhoek.svg?no-inline'
import terrace from '../svg/plaatje-restaurant-terras.svg?no-inline'
import slide from '../svg/plaatje-speeltuin.svg?no-inline'
import climbing from '../svg/plaatje-speeltuin-2.svg?no-inline'
import sand from '../svg/plaatje-speeltuin-3.svg?no-inline'
import indoors from '../svg/plaatje-speeltuin-binnen.svg?no-inline'
import toddlers from '../svg/plaatje-speeltuin-peuters.svg?no-inline'
import swings from '../svg/plaatje-speeltuin-schommels.svg?no-inline'
import skating from '../svg/plaatje-speeltuin-skate.svg?no-inline'
import football from '../svg/plaatje-speeltuin-voetbal.svg?no-inline'
import water from '../svg/plaatje-speeltuin-water.svg?no-inline'

const drawings = {
  slide,
  climbing,
  sand,
  water,
  swings,
  toddlers,
  indoors,
  skating,
  football,
  pancakes,
  poffertjes,
  terrace,
  playCorner,
  iceCream,
}
export type PlaceDrawing = keyof typeof drawings

type Props = { drawing: PlaceDrawing; className?: string; lazy?: boolean }

/** Replaces the photo of a place: a separate file, fetched when shown, never read aloud. */
export function PlaceIllustration({ drawing, className, lazy = true }: Props) {
  return (
    <img
      src={drawings[drawing]}
      width={400}
      height={260}
      alt=""
      decoding="async"
      loading={lazy ? 'lazy' : 'eager'}
      className={classNames('block', className)}
    />
  )
}
