import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlace } from '../../../../testing/a-place.ts'
import { show } from '../../../../testing/show.tsx'
import { type Answer, ok, refused } from '../../../../testing/stand-in-server.ts'
import PlaygroundList, { type Origin } from './playground-list.tsx'

beforeEach(() => showLanguage('nl'))

const amsterdam = { latitude: 52.37, longitude: 4.9 }
const utrecht = { latitude: 52.09, longitude: 5.12 }

test.each<[string, Origin | undefined, string | undefined, string | undefined]>([
  ['where he is', { position: utrecht, town: undefined, isHere: true }, 'waar jij bent', '34,6 km'],
  ['his town', { position: utrecht, town: 'Utrecht', isHere: false }, 'Utrecht', '34,6 km'],
  ['his home', { position: utrecht, town: undefined, isHere: false }, 'waar jij woont', '34,6 km'],
  ['nothing until it is known', undefined, undefined, undefined],
])('distances in the list are measured from %s, whatever the map shows', async (_, origin, named, distance) => {
  const place = aPlace({ ...amsterdam, distance: 434 })
  show(
    <PlaygroundList
      center={amsterdam}
      origin={origin}
      filter={{}}
      openId={undefined}
      isLong={false}
      onChoose={() => {}}
    />,
    '/playground-map',
    { 'GET /api/places/nearby?latitude=52.37&longitude=4.9&type=playground&limit=50': () => ok([place]) },
  )
  const row = await screen.findByRole('button', { name: new RegExp(place.name) })
  expect(row.textContent?.match(/[\d,]+\s(km|m)/)?.[0]?.replace(/\s/, ' ')).toBe(distance)
  expect(screen.queryByText(/^Afstanden vanaf/)?.textContent).toBe(named && `Afstanden vanaf ${named}.`)
})

const nearAmsterdam = 'GET /api/places/nearby?latitude=52.37&longitude=4.9&type=playground&limit=50'
const some = (count: number) =>
  Array.from({ length: count }, (_, at) => aPlace({ id: at + 1, name: `Speeltuin ${at + 1}`, ...amsterdam }))
function draw(answer: Answer, changes: Partial<Parameters<typeof PlaygroundList>[0]> = {}) {
  const onChoose = vi.fn()
  const shown = show(
    <PlaygroundList
      center={amsterdam}
      origin={undefined}
      filter={{}}
      openId={undefined}
      isLong={false}
      onChoose={onChoose}
      {...changes}
    />,
    '/playground-map',
    {
      [nearAmsterdam]: () => answer,
      [nearAmsterdam.replace('&limit', '&features=sandbox&limit')]: () => answer,
    },
  )
  return { onChoose, ...shown }
}
const rows = () => within(screen.getByRole('list')).getAllByRole('button')

test('six playgrounds are listed at first, twelve more on request, and the focus moves to the first of them', async () => {
  const { onChoose } = draw(ok(some(20)), { openId: 2 })
  await waitFor(() => expect(rows()).toHaveLength(6))
  expect(rows().map(row => row.getAttribute('aria-expanded'))).toEqual(['false', 'true', ...Array(4).fill('false')])
  await userEvent.click(screen.getByRole('button', { name: 'Nog 14' }))
  expect(rows()).toHaveLength(18)
  expect(document.activeElement).toBe(rows()[6])
  await userEvent.click(screen.getByRole('button', { name: 'Nog 2' }))
  expect(rows()).toHaveLength(20)
  expect(document.activeElement).toBe(rows()[18])
  expect(screen.queryByRole('button', { name: /^Nog/ })).toBeNull()
  await userEvent.click(rows()[3] ?? document.body)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 4 }))
})

test.each([
  ['beside a part of the page', false, 6],
  ['as high as the window', true, 18],
])('a list %s shows all that it has room for', async (_, isLong, fits) => {
  const { unmount } = draw(ok(some(fits)), { isLong })
  await waitFor(() => expect(rows()).toHaveLength(fits))
  expect(screen.queryByRole('button', { name: /^Nog/ })).toBeNull()
  unmount()
  draw(ok(some(fits + 1)), { isLong, filter: { features: 'sandbox' } })
  await waitFor(() => expect(rows()).toHaveLength(fits))
  expect(screen.getByRole('button', { name: 'Nog 1' })).toBeDefined()
})

test('a list without playgrounds says so, and so does a playground without an address', async () => {
  const { unmount } = draw(ok([]))
  expect(screen.getByText('Laden...')).toBeDefined()
  expect(await screen.findByText('Hier in de buurt kennen we geen speeltuin. Jij wel?')).toBeDefined()
  expect(screen.queryByText('Laden...')).toBeNull()
  unmount()
  draw(ok([aPlace({ ...amsterdam, address: null })]), { filter: { features: 'sandbox' } })
  expect((await screen.findByRole('listitem')).textContent).toContain('Geen adres')
})

test('the list requests nothing before the map is there, and can be tried again after a failure', async () => {
  const { asked, unmount } = draw(ok([]), { center: undefined })
  expect(screen.getByText('Laden...')).toBeDefined()
  expect(asked).toEqual([])
  unmount()
  const { handlers } = draw(refused(403, 'request.forbidden', 'Nee.'))
  const alert = await screen.findByRole('alert')
  handlers[nearAmsterdam] = () => ok(some(1))
  await userEvent.click(within(alert).getByRole('button'))
  await waitFor(() => expect(rows()).toHaveLength(1))
})
