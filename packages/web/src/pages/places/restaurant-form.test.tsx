import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aRestaurant } from '../../testing/a-place.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { address, openPlaces, preparePlacesPage } from '../../testing/places-page.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'

preparePlacesPage()

async function addRestaurant(handlers: Handlers) {
  await showLanguage('en')
  const shown = openPlaces([aRestaurant()], handlers, '/places?type=restaurant')
  await userEvent.click(screen.getByRole('button', { name: 'Add Restaurant' }))
  const form = within(await screen.findByRole('region', { name: 'Add Restaurant' }))
  const user = userEvent.setup()
  const fillIn = async (name = 'De Gouden Flap') => {
    await user.type(form.getByLabelText('Name'), name)
    await user.type(form.getByLabelText('Address'), 'Dam 1')
  }
  return { ...shown, form, fillIn, user }
}

test('the button that opened the form closes it again, and its words and icon say so', async () => {
  const iconOf = (name: string) => screen.getByRole('button', { name }).querySelector('use')?.getAttribute('href')
  await addRestaurant({})
  expect(iconOf('Never mind')).toBe('#i-x')
  await userEvent.click(screen.getByRole('button', { name: 'Never mind' }))
  expect(iconOf('Add Restaurant')).toBe('#i-plus')
  expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull()
})

test('a restaurant without a name or address is not sent, and the form names and focuses the field', async () => {
  const { asked, form, user } = await addRestaurant({})
  await user.type(form.getByLabelText('Name'), 'De')
  expect(await form.findByText('Name must be at least 3 characters')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText('Address is required')).toBeTruthy()
  expect(document.activeElement).toBe(form.getByLabelText('Name'))
  expect(asked.some(call => call.startsWith('POST'))).toBe(false)
})

test('a new restaurant is sent with its features and picture address, and 0 for a position that is not a number', async () => {
  const sent = vi.fn()
  const { form, fillIn, user } = await addRestaurant({
    'POST /api/places': body => {
      sent(body)
      return { status: 201, body: aRestaurant() }
    },
  })
  await fillIn()
  await user.type(form.getByLabelText('Latitude'), 'ergens')
  expect(form.getByText(/Without both numbers there is no location/)).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'High chairs', pressed: false }))
  const picture = form.getByLabelText(/^Web address of a photo/)
  await user.type(picture, 'flap.jpg')
  expect(await form.findByText('This is not a valid web address')).toBeTruthy()
  await user.clear(picture)
  await user.type(picture, 'https://flap.example/flap.jpg ')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull())
  expect(sent.mock.calls).toEqual([
    [
      {
        type: 'restaurant',
        name: 'De Gouden Flap',
        description: '',
        address: 'Dam 1',
        features: ['highChairs'],
        imageUrl: 'https://flap.example/flap.jpg',
        latitude: 0,
        longitude: 0,
      },
    ],
  ])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Restaurant' }))
})

test.each<[string, Answer, object | undefined]>([
  ['is added to it', ok(aRestaurant()), undefined],
  [
    'that is refused leaves it there, and says so',
    { status: 400 },
    { title: 'The photo could not be added', description: 'The restaurant itself has been added.' },
  ],
])('the photo of a new restaurant %s', async (_, answer, notice) => {
  const [added, sent] = [vi.fn(), vi.fn()]
  const { form, fillIn, user } = await addRestaurant({
    'POST /api/places': body => {
      added(body)
      return { status: 201, body: aRestaurant() }
    },
    'PATCH /api/places/8': body => {
      sent(body)
      return answer
    },
  })
  await fillIn()
  const hint = () => form.queryByText('The photo you chose above is used instead.')
  expect(hint()).toBeNull()
  await user.upload(
    form.getByLabelText('Photo of the place'),
    new File([new Uint8Array(3)], 'flap.png', { type: 'image/png' }),
  )
  expect(hint()).not.toBeNull()
  fireEvent.change(form.getByLabelText(/^Web address of a photo/), { target: { value: 'https://flap.example/a.jpg' } })
  await user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull())
  expect(sent).toHaveBeenCalledExactlyOnceWith({ placeImage: expect.any(Blob) })
  expect(added.mock.calls).toMatchObject([[{ name: 'De Gouden Flap' }]])
  expect(added.mock.calls[0]?.[0]).not.toHaveProperty('imageUrl')
  if (notice) expect(lastNotice()).toMatchObject(notice)
  else expect(lastNotice()).toBeUndefined()
})

test('a similar existing place is shown first, and adding the new one anyway takes one more press', async () => {
  const sent = vi.fn()
  const { form, fillIn, user } = await addRestaurant({
    'GET /api/places/similar?name=De+Vrolijke+Stroop&type=restaurant&latitude=52.38&longitude=4.63': () =>
      ok([aRestaurant({ distance: 12 })]),
    'POST /api/places': body => {
      sent(body)
      return { status: 201, body: aRestaurant() }
    },
  })
  await fillIn('De Vrolijke Stroop')
  await user.type(form.getByLabelText('Latitude'), '52,38')
  await user.type(form.getByLabelText('Longitude'), '4.63')
  await user.click(form.getByRole('button', { name: 'Add' }))
  await form.findByText('Something like this is here already')
  await user.click(form.getByRole('link', { name: 'De Vrolijke Stroop' }))
  expect(address()).toBe('/places?type=restaurant&open=8')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('De Vrolijke Stroop')
  expect(sent).not.toHaveBeenCalled()
  await user.click(form.getByRole('button', { name: 'Add anyway' }))
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ latitude: 52.38, longitude: 4.63 })
})

const held = () => Promise.withResolvers<Answer>()

test('a restaurant that is looked up, added and given its photo keeps the form busy, and is added once', async () => {
  const [looked, added, given] = [held(), held(), held()]
  const { asked, form, user } = await addRestaurant({
    'GET /api/places/similar?name=De+Vrolijke+Stroop&type=restaurant&latitude=52.38&longitude=4.63': () =>
      looked.promise,
    'POST /api/places': () => added.promise,
    'PATCH /api/places/8': () => given.promise,
  })
  const type = (label: string, text: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value: text } })
  type('Name', 'De Vrolijke Stroop')
  type('Address', 'Spaarne 41')
  type('Latitude', '52,38')
  type('Longitude', '4.63')
  await user.upload(
    form.getByLabelText('Photo of the place'),
    new File([new Uint8Array(3)], 'a.png', { type: 'image/png' }),
  )
  await user.click(form.getByRole('button', { name: 'Add' }))
  const calls = (start: string) => asked.filter(call => call.startsWith(start))
  for (const [start, { resolve }, answer] of [
    ['GET /api/places/similar', looked, ok([])],
    ['POST /api/places', added, { status: 201, body: aRestaurant() }],
    ['PATCH /api/places/8', given, ok(aRestaurant())],
  ] as const) {
    await waitFor(() => expect(calls(start)).toHaveLength(1))
    await form.findByRole('button', { name: 'Adding...' })
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
    // Enter in a field.
    await user.type(form.getByLabelText('Name'), '{Enter}')
    resolve(answer)
  }
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull())
  expect([calls('GET /api/places/similar'), calls('POST'), calls('PATCH')].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ])
})

test.each([
  ['the server’s sentence', refused(429, 'request.tooOften', 'Slow down.'), 'Slow down.'],
  [
    'without one, the advice to try again',
    { status: 500 },
    'There was an error adding the restaurant. Please try again.',
  ],
])('a restaurant that is refused keeps its input, and shows %s', async (_, answer, description) => {
  const { form, fillIn, user } = await addRestaurant({ 'POST /api/places': () => answer })
  await fillIn()
  await user.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error Adding Restaurant', description }))
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('De Gouden Flap')
})

test('the restaurant form is offered only on its own tab, and the same button hides it', async () => {
  const { user } = await addRestaurant({})
  await user.click(screen.getByRole('button', { name: 'Never mind', expanded: true }))
  expect(screen.queryByRole('region', { name: 'Add Restaurant' })).toBeNull()
  for (const tab of ['Playgrounds', 'All']) {
    await user.click(screen.getByRole('tab', { name: tab }))
    expect(screen.queryByRole('button', { name: 'Add Restaurant' })).toBeNull()
  }
})

test('while a restaurant is being added, the filters of the list are away', async () => {
  const { user } = await addRestaurant({})
  const filters = () => screen.queryByRole('group', { name: 'Only places with' })
  expect(filters()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Never mind', expanded: true }))
  expect(filters()).not.toBeNull()
})

test('the input of a new restaurant survives an expired session', async () => {
  await showLanguage('en')
  const name = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add Restaurant' }))
    return screen.findByLabelText<HTMLInputElement>(/^Name/)
  }
  const highChairs = () =>
    within(screen.getByRole('region', { name: 'Add Restaurant' })).getByRole('button', { name: 'High chairs' })
  const { unmount } = openPlaces([], {}, '/places?type=restaurant')
  await userEvent.type(await name(), 'De Stroop')
  await userEvent.click(highChairs())
  unmount()
  openPlaces([], {}, '/places?type=restaurant')
  expect((await name()).value).toBe('De Stroop')
  expect(highChairs().getAttribute('aria-pressed')).toBe('true')
})
