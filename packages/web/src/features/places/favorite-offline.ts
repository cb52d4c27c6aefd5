import { msg } from '@lingui/core/macro'
import { type Place, savePlace, unsavePlace } from '@papadag/contract/places/places'
import { type Input, isTouched } from '@papadag/contract/route'
import { reads } from '../../platform/data/reads.ts'
import { sendLater } from '../../platform/offline/offline-queue.ts'

/** Saves or unsaves a place offline: on the screen immediately, on the server once there is a network. */
export async function favoriteLater(isSaved: boolean, input: Input<typeof savePlace>, name: string) {
  const visit = (place: Place) => (place.id === input.params.id ? { ...place, isSaved } : place)
  reads.setQueriesData<Place | Place[]>(
    {
      predicate: ({ queryKey: [at] }) =>
        isList(String(at)) || isTouched(String(at), [`/api/places/${input.params.id}`]),
    },
    read => (Array.isArray(read) ? read.map(visit) : read && visit(read)),
  )
  await sendLater(isSaved ? savePlace : unsavePlace, input, msg`Your favourite could not be changed: ${name}`)
}

const isList = (at: string) => /^\/api\/(places(\/nearby|\/search)?|users\/me\/favorite-places)(\?|$)/.test(at)
