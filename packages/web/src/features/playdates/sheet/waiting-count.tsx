import { Plural } from '@lingui/react/macro'

/** How many fathers are waiting for a place, for participants. */
export function WaitingCount({ count }: { count: number }) {
  return <Plural value={count} one="# dad is waiting for a place" other="# dads are waiting for a place" />
}
