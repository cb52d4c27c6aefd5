import { createPlaydate, joinPlaydate, leavePlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { block, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { aPlaydate, type Father, world } from '../../testing/world.ts'

const has = (father: Father, ...ages: number[]) =>
  father.call(editProfile, { body: { childrenInfo: ages.map(age => ({ name: 'Mees', age })) } })
const shows = (father: Father, childrenVisibility: 'none' | 'contacts' | 'members') =>
  father.call(editSettings, { body: { childrenVisibility } })

/** A playdate of the host with one child of six, to which a guest brings children. */
async function planned() {
  const opened = await world({ fathers: 2 })
  const { host } = opened
  await has(host, 6)
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ children: 1, maxParticipants: 20 }) })
  // Who comes along elsewhere does not count.
  await host.call(createPlaydate, { body: aPlaydate({ children: 5, maxParticipants: 20 }) })
  const params = { id }
  const ages = async (viewer: Father) => (await viewer.call(onePlaydate, { params })).ages
  return { ...opened, params, ages }
}

test('once three children take part in a playdate, its participants see their age range', async () => {
  const { host, father: guest, other: stranger, params, ages } = await planned()
  await has(guest, 2, 3)
  expect(await ages(host)).toBeNull()
  await guest.call(joinPlaydate, { params, body: { children: 1 } })
  // Two children come along.
  expect(await ages(host)).toBeNull()
  await guest.call(joinPlaydate, { params, body: { children: 2 } })
  expect([await ages(host), await ages(guest)]).toEqual([
    { from: 2, to: 6 },
    { from: 2, to: 6 },
  ])
  // Nobody else may see these ages.
  expect(await ages(stranger)).toBeNull()
  await shows(host, 'members')
  expect(await ages(stranger)).toBeNull()
  await shows(guest, 'members')
  expect(await ages(stranger)).toEqual({ from: 2, to: 6 })
  await has(stranger, 9)
  expect(await ages(stranger)).toEqual({ from: 2, to: 6 })
  await guest.call(leavePlaydate, { params })
  expect([await ages(host), await ages(stranger)]).toEqual([null, null])
})

test('hidden ages, ages of a blocked father’s children and fathers without children count in no age range', async () => {
  const { host, father: guest, other, params, ages } = await planned()
  await has(guest, 2, 3, 9)
  await has(other, 1, 13)
  await guest.call(joinPlaydate, { params, body: { children: 3 } })
  await other.call(joinPlaydate, { params, body: { children: 0 } })
  expect(await ages(host)).toEqual({ from: 2, to: 9 })
  await other.call(joinPlaydate, { params, body: { children: 1 } })
  expect(await ages(host)).toEqual({ from: 1, to: 13 })
  await shows(other, 'none')
  expect([await ages(host), await ages(guest)]).toEqual([
    { from: 2, to: 9 },
    { from: 2, to: 9 },
  ])
  // He knows his own.
  expect(await ages(other)).toEqual({ from: 1, to: 13 })
  await shows(other, 'contacts')
  await guest.call(block, { params: { id: other.id } })
  expect([await ages(guest), await ages(host)]).toEqual([
    { from: 2, to: 9 },
    { from: 1, to: 13 },
  ])
})
