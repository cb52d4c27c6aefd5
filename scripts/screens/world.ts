import { logIn } from '@papadag/contract/auth'
import { chats } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { sendReport } from '@papadag/contract/moderation'
import { places } from '@papadag/contract/places/places'
import { joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { exportAccount } from '@papadag/contract/users/export'
import { users } from '@papadag/contract/users/users'
import { Client } from '../../packages/server/src/testing/client.ts'
import { demoFather, type Father, newFather } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'
import { planTogether, type Together } from './together.ts'

/** The state that the pictures show: the demo with a few changes. */
export type World = {
  /** The viewers: a demo father, a new one, a moderator, or a visitor. */
  viewers: { daan: Father; newcomer: Father; moderator: Father; visitor: undefined }
  /** The id of the playdate with this title. */
  playdate(title: string): number
  place(name: string): number
  father(firstName: string): number
  chatWith(firstName: string): number
  /** The address of an invitation to a playdate with places left. */
  invitation: string
  /** What fathers have planned together. */
  together: Together
  /** Daan's export from another Papadag. */
  exported: string
}

/** The moderator and operator in the pictures. */
export const moderator = 'thijs'

/**
 * Lets two fathers join and one report, so that there is something to see, and looks up the ids that the pictures need.
 */
export async function prepareWorld(product: Product): Promise<World> {
  const { password } = await demoFather(product)
  async function demo(username: string): Promise<Father> {
    const client = new Client(product.url)
    return { user: await client.call(logIn, { body: { username, password } }), password, client }
  }
  const daan = await demo('daan')
  const upcoming = await daan.client.call(upcomingPlaydates, {})
  const allPlaces = await daan.client.call(places, {})
  const fathers = await daan.client.call(users, {})
  const allChats = await daan.client.call(chats)
  const playdate = (title: string) => idOf(upcoming, found => found.title.startsWith(title))
  for (const [username, title] of [
    ['sem', 'Pannenkoekenboot'],
    ['bram', 'Koffie en klimrek'],
  ] as const) {
    const { client } = await demo(username)
    await client.call(joinPlaydate, { params: { id: playdate(title) }, body: { children: 1 } })
  }
  await daan.client.call(sendReport, {
    body: {
      targetType: 'playdate',
      targetId: playdate('Woensdagvoetbal'),
      reason: 'spam',
      text: 'Er wordt speelgoed verkocht.',
    },
  })
  const jerrel = await demo('jerrel')
  const campfire = { params: { id: playdate('Kampvuur') }, body: { showName: true } }
  const { token } = await jerrel.client.call(makeInvite, campfire)
  const together = await planTogether([daan, await demo('kwame'), await demo('pim'), await demo('karim')])
  const newcomer = await newFather(product.url, 'Bas')
  return {
    viewers: { daan, newcomer, moderator: await demo(moderator), visitor: undefined },
    playdate,
    invitation: `/i/${token}`,
    together,
    exported: JSON.stringify(await daan.client.call(exportAccount)),
    place: name => idOf(allPlaces, found => found.name === name),
    father: firstName => idOf(fathers, found => found.firstName === firstName),
    chatWith: firstName => idOf(allChats, ({ participants }) => participants.some(one => one.firstName === firstName)),
  }
}

function idOf<T extends { id: number }>(all: readonly T[], isMeant: (found: T) => boolean): number {
  const found = all.find(isMeant)
  if (!found) throw new Error(`The demo has no such thing any more: ${isMeant}`)
  return found.id
}
