import { createPlaydate, editPlaydate, joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { aPlaydate, type Father, world } from '../world.ts'

const hourMs = 3_600_000

/** A playdate this many hours from now. */
export function inHours(hours: number, differences: Parameters<typeof aPlaydate>[0] = {}) {
  const startMs = Date.now() + hours * hourMs
  return aPlaydate({
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(startMs + hourMs).toISOString(),
    ...differences,
  })
}

/** A full playdate of the host and a guest, and three others. */
export async function full(differences: Parameters<typeof aPlaydate>[0] = {}, hours = 72) {
  const opened = await world({ fathers: 4 })
  const [guest, first, second, third] = opened.fathers
  const body = inHours(hours, { maxParticipants: 2, ...differences })
  const { id } = await opened.host.call(createPlaydate, { body })
  const params = { id }
  await guest.call(joinPlaydate, { params, body: { children: body.maxParticipants - 2 } })
  const raise = (maxParticipants: number) =>
    opened.host.call(editPlaydate, { params, body: { ...body, maxParticipants } })
  return { ...opened, guest, first, second, third, id, params, body, raise }
}

export const waits = (father: Father, id: number, children = 0) =>
  father.call(waitForPlaydate, { params: { id }, body: { children } })

export const seen = (father: Father, id: number) => father.call(onePlaydate, { params: { id } })

export const positions = (fathers: readonly Father[], id: number) =>
  Promise.all(fathers.map(async father => (await seen(father, id)).waiting?.position ?? null))

export const coming = async (father: Father, id: number) =>
  (await seen(father, id)).participants.map(person => person.id)
