import { msg } from '@lingui/core/macro'
import { editPlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import type { WeatherAdvice } from '@papadag/contract/weather/advice'
import { useWrite } from '../../../platform/data/data.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import type { Spot } from './just-moved.ts'

/** Moves a playdate to another place without changing anything else. */
export function useMove({ kind }: Playdate, name: string, onDone: () => void) {
  return useWrite(editPlaydate, {
    done: {
      title: msg`Moved to ${name}`,
      // Nobody has confirmed coming to an open hour.
      ...(kind !== 'open' && { description: msg`Everybody who is coming hears of it.` }),
      icon: 'pin',
    },
    failed: ({ code }) => ({
      title: msg`Could not move the playdate`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone,
  })
}

/** The edit that moves it there, because of this weather. */
export function moveTo(playdate: Playdate, { location, placeId, area }: Spot, why?: WeatherAdvice) {
  const { id, title, description, startTime, endTime, maxParticipants, locationVisibility } = playdate
  return {
    params: { id },
    body: {
      ...{ title, description, startTime, endTime, maxParticipants, location, placeId },
      // The neighbourhood of the previous place would be wrong.
      ...(locationVisibility === 'participants' && { area }),
      ...(why && why !== 'dry' && { movedFor: why }),
    },
  }
}
