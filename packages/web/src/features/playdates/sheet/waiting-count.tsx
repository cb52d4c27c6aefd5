import { Plural } from '@lingui/react/macro'

/** How many fathers wait for a place, for those who are on the playdate. */
export function WaitingCount({ count }: { count: number }) {
  return <Plural value={count} one="# dad is waiting for a place" other="# dads are waiting for a place" />
}
