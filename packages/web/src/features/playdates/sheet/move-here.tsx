import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Place } from '@papadag/contract/places/places'
import { editPlaydate, type Playdate } from '@papadag/contract/playdates'
import { Button } from '@papadag/ui/button'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection } from '../../../platform/screen/notices.ts'

/** Moves the creator's playdate to another place without changing anything else. */
export function MoveHere({ playdate, place }: { playdate: Playdate; place: Place }) {
  const { id: placeId, name, address } = place
  const move = useWrite(editPlaydate, {
    done: {
      title: msg`Moved to ${name}`,
      // Nobody has confirmed coming to an open hour.
      ...(playdate.kind !== 'open' && { description: msg`Everybody who is coming hears of it.` }),
      icon: 'pin',
    },
    failed: ({ code }) => ({
      title: msg`Could not move the playdate`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
  })
  const { id, title, description, startTime, endTime, maxParticipants, locationVisibility } = playdate
  const location = address ? `${name}, ${address}` : name
  const body = {
    ...{ title, description, startTime, endTime, maxParticipants, location, placeId },
    // The neighbourhood of the previous place would be wrong.
    ...(locationVisibility === 'participants' && { area: null }),
  }
  return (
    <Button size={44} icon="arrow" busy={move.isPending} onClick={() => move.mutate({ params: { id }, body })}>
      <Trans>Move here</Trans>
      <span className="sr-only">{`: ${name}`}</span>
    </Button>
  )
}
