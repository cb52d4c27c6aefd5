import { makeInvite } from '@papadag/contract/invites'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { aPlayground } from '../places.ts'
import { aPlaydate, world } from '../world.ts'

export async function invited() {
  const opened = await world({ fathers: 2 })
  const place = await aPlayground(opened.host, { name: 'Het Woeste Westen' })
  const { id } = await opened.host.call(createPlaydate, {
    body: aPlaydate({
      title: 'merk-title',
      description: 'merk-text',
      location: 'merk-street 5',
      area: 'Westerpark',
      placeId: place.id,
      maxParticipants: 3,
    }),
  })
  const params = { id }
  const { token, url } = await opened.host.call(makeInvite, { params, body: {} })
  const [guest, other] = opened.fathers
  return { ...opened, params, token, url, guest, other }
}
