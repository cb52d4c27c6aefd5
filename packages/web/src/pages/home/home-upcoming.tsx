import type { ComponentProps } from 'react'
import { NothingPlanned, PlaydateList } from '../../features/playdates/list/playdate-list.tsx'

/** The cards of the first playdates. */
export function HomeUpcoming(props: Omit<ComponentProps<typeof PlaydateList>, 'empty'>) {
  return <PlaydateList {...props} empty={<NothingPlanned />} />
}
