import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace, aRestaurant } from '../../testing/a-place.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { NearbyPlaces } from './nearby-places.tsx'

const near = 'GET /api/places/nearby?latitude=52.388&longitude=4.871'
const position = { latitude: 52.388, longitude: 4.871 }

beforeEach(() => showLanguage('nl'))

const open = (handlers: Handlers) => show(<NearbyPlaces position={position} />, '/', handlers)

test('nearby places can be narrowed to one kind', async () => {
  open({
    [`${near}&limit=12`]: () => ok([aPlace(), aRestaurant()]),
    [`${near}&type=restaurant&limit=12`]: () => ok([aRestaurant()]),
  })
  const list = await screen.findByRole('list', { name: 'In de buurt' })
  expect(within(list).getAllByRole('article')).toHaveLength(2)
  const filters = within(screen.getByRole('radiogroup', { name: 'In de buurt' }))
  for (const name of ['Alles', 'Restaurants', 'Speeltuinen']) expect(filters.getByRole('radio', { name })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Restaurants' }))
  expect((await screen.findAllByRole('article')).map(card => card.textContent)).toEqual([
    expect.stringContaining('De Vrolijke Stroop'),
  ])
})

test('four skeletons are shown while nearby places load, and if there are none a link leads to all places', async () => {
  let answer = (_: ReturnType<typeof ok>) => {}
  open({ [`${near}&limit=12`]: () => new Promise(resolve => (answer = resolve)) })
  expect(screen.getByRole('status').querySelectorAll(':scope > [aria-hidden]')).toHaveLength(4)
  answer(ok([]))
  expect((await screen.findByRole('link', { name: 'Bekijk alle plekken' })).getAttribute('href')).toBe('/places')
})

test('when nearby places cannot be loaded the list says so, and can load them again', async () => {
  const { handlers } = open({ [`${near}&limit=12`]: () => refused(503, 'server.unavailable', 'Even.') })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('De plekken konden niet worden geladen')
  handlers[`${near}&limit=12`] = () => ok([aPlace()])
  await userEvent.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('article', { name: 'Het Woeste Westen' })).toBeTruthy()
})
