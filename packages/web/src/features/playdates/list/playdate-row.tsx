import { PlaydateCard, type PlaydateCardProps } from './playdate-card.tsx'

/** A playdate as a row: what its card says, in less space. */
export function PlaydateRow(props: PlaydateCardProps) {
  return (
    <PlaydateCard
      {...props}
      className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-3.5 py-3 hover:bg-sunken [&_h3]:text-base"
      footClass="mt-1.5 gap-x-2 gap-y-1"
    />
  )
}
