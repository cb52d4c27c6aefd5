import playdate from '../svg/art-afspraak.svg?raw'
import restaurants from '../svg/art-restaurants.svg?raw'
import playgrounds from '../svg/art-speeltuinen.svg?raw'
import { InlineSvg } from './inline-svg.tsx'

const art = { playdate, restaurants, playgrounds }

export type QuickArtName = keyof typeof art

/** The small picture above a quick action; its dark lines follow the theme. */
export function QuickArt({ name }: { name: QuickArtName }) {
  return <InlineSvg source={art[name]} className="block h-15 w-19 shrink-0" />
}
