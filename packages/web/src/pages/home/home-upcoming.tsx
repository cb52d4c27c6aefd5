import type { ComponentProps } from 'react'
import { NothingPlanned, PlaydateList } from '../../features/playdates/list/playdate-list.tsx'
import { screen } from '../../platform/screen/screen.ts'
import { useMedia } from '../../platform/screen/use-media.ts'

type Props = Omit<ComponentProps<typeof PlaydateList>, 'empty'> & { first: number }

/** The cards of the first playdates; a phone shows two. */
export function HomeUpcoming({ first, ...props }: Props) {
  const isPhone = useMedia(`(width < ${screen.mobileBreakpointPx}px)`)
  return <PlaydateList {...props} first={isPhone ? 2 : first} empty={<NothingPlanned />} />
}
