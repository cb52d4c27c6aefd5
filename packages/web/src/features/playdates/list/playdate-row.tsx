import { memo } from 'react'
import { type Look, type PlaydateCardProps, PlaydateEntry } from './playdate-card.tsx'

const row: Look = {
  all: 'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-3.5 py-3 hover:bg-sunken',
  title: 'break-words pr-9 text-base',
  foot: 'col-span-2 mt-1.5 flex flex-wrap items-center justify-between gap-x-2 gap-y-1',
}

/** A playdate as a row: what its card says, in less space. */
export const PlaydateRow = memo((props: PlaydateCardProps) => <PlaydateEntry {...props} look={row} />)
