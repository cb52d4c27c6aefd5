import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../../platform/data/reads.ts'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlace } from '../../../../testing/a-place.ts'
import { lastNotice } from '../../../../testing/last-notice.ts'
import { show } from '../../../../testing/show.tsx'
import { type Answer, ok, refused } from '../../../../testing/stand-in-server.ts'
import { AddDialog, newDraft } from './add-dialog.tsx'

beforeEach(() => showLanguage('en'))

const similar = (name: string) =>
  `GET /api/places/similar?name=${name}&type=playground&latitude=52.378123&longitude=4.8721`
const added: Answer = { status: 201, body: aPlace() }

function open({
  plain = added as Answer | Promise<Answer>,
  withImage = added as Answer | Promise<Answer>,
  looked = undefined as Promise<Answer> | undefined,
  known = [] as unknown[],
  around = [] as unknown[] | Promise<Answer>,
} = {}) {
  const sent = vi.fn()
  const onAdded = vi.fn()
  const onCancel = vi.fn()
  const draft = newDraft({ latitude: 52.37812345, longitude: 4.8721 })
  const dialog = <AddDialog draft={draft} open onCancel={onCancel} onAdded={onAdded} />
  const shown = show(dialog, '/playground-map', {
    [similar('Glijbaan')]: () => looked ?? ok(known),
    'GET /api/places/nearby?latitude=52.378123&longitude=4.8721&radius=2000&limit=10': () =>
      around instanceof Promise ? around : ok(around),
    'POST /api/playgrounds': body => {
      sent(body)
      return plain
    },
    'POST /api/playgrounds/with-image': body => {
      sent(body)
      return withImage
    },
  })
  return { sent, onAdded, onCancel, ...shown }
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const add = () => userEvent.click(screen.getByRole('button', { name: /^Add/ }))
const cancel = () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
const photo = () =>
  userEvent.upload(field('Photo of the place'), new File([new Uint8Array(3)], 'slide.png', { type: 'image/png' }))

test('a new playground without a picture is sent as JSON, with the pressed position', async () => {
  const { sent, onAdded } = open()
  expect([field('Latitude'), field('Longitude')].map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['52.378123', true],
    ['4.8721', true],
  ])
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await userEvent.click(screen.getByRole('button', { name: 'Sandbox' }))
  await add()
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(aPlace()))
  expect(sent).toHaveBeenCalledWith({
    name: 'Glijbaan',
    description: '',
    address: '',
    latitude: 52.378123,
    longitude: 4.8721,
    features: ['sandbox'],
  })
})

test('a new playground with a picture is sent as a form, with all fields', async () => {
  const { asked, sent, onAdded } = open()
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await userEvent.type(field(/^Description/), 'Drie banen')
  await userEvent.type(field(/^Address/), 'Bosweg 1')
  await userEvent.click(screen.getByRole('button', { name: 'Sandbox' }))
  await userEvent.click(screen.getByRole('button', { name: 'Benches' }))
  await photo()
  await add()
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(sent.mock.calls).toEqual([
    [
      {
        name: 'Glijbaan',
        description: 'Drie banen',
        address: 'Bosweg 1',
        latitude: '52.378123',
        longitude: '4.8721',
        features: '["sandbox","benches"]',
        placeImage: expect.any(Blob),
      },
    ],
  ])
  expect(asked).toContain('POST /api/playgrounds/with-image')
  expect(asked).not.toContain('POST /api/playgrounds')
})

test('a new playground with a picture and no features chosen sends no features', async () => {
  const { sent, onAdded } = open()
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await photo()
  await add()
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(Object.keys(sent.mock.calls[0]?.[0]).sort()).toEqual([
    'address',
    'description',
    'latitude',
    'longitude',
    'name',
    'placeImage',
  ])
})

test('a name that is too short is reported while typing', async () => {
  const { asked } = open()
  await userEvent.type(field(/^Name/), 'Gl')
  expect(await screen.findByText('Name must be at least 3 characters')).toBeTruthy()
  await add()
  expect(asked.filter(call => call.startsWith('POST'))).toEqual([])
})

test.each([
  ['the server’s reason', { plain: refused(429, 'request.tooOften', 'Not so fast.') }, false, 'Not so fast.'],
  ['its own', { plain: { status: 500 } }, false, 'There was an error adding the playground. Please try again.'],
  ['its own for a picture', { withImage: { status: 500 } }, true, 'Failed to add playground'],
])('a failure keeps the form open and says %s', async (_, answers, hasPhoto, description) => {
  const { onAdded } = open(answers)
  await userEvent.type(field(/^Name/), 'Glijbaan')
  if (hasPhoto) await photo()
  await add()
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error Adding Playground', description }))
  expect(onAdded).not.toHaveBeenCalled()
  expect(field(/^Name/).value).toBe('Glijbaan')
})

test('a possible duplicate is shown once before the playground can be added anyway', async () => {
  const { sent } = open({ known: [aPlace({ name: 'De Glijbaan', distance: 12 })] })
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await add()
  expect(await screen.findByText('Something like this is here already')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Add anyway' }))
  await waitFor(() => expect(sent).toHaveBeenCalledOnce())
})

test('closing the form hands over what was typed, or nothing if it is empty', async () => {
  const { onCancel } = open()
  await cancel()
  expect(onCancel).toHaveBeenLastCalledWith(undefined)
  await userEvent.type(field(/^Name/), 'Gl')
  await cancel()
  expect(onCancel).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Gl', latitude: '52.378123' }))
})

test.each<[string, () => Promise<void>]>([
  ['a description', () => userEvent.type(field(/^Description/), 'Drie banen')],
  ['an address of his own', () => userEvent.type(field(/^Address/), 'Bosweg 1')],
  ['a feature', () => userEvent.click(screen.getByRole('button', { name: 'Sandbox' }))],
  ['a photo', photo],
])('closing the form hands over one with only %s', async (_, fill) => {
  const { onCancel } = open()
  await fill()
  await cancel()
  expect(onCancel).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: '' }))
})

test('the form cannot be closed while a playground is being added, but can be before', async () => {
  const { onCancel } = open({ plain: new Promise<never>(() => {}) })
  // A browser dispatches this event when Escape is pressed in a dialog.
  const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await userEvent.type(field(/^Name/), 'Glijbaan')
  pressEscape()
  expect(onCancel).toHaveBeenCalledOnce()
  await add()
  await screen.findByRole('button', { name: 'Adding...' })
  pressEscape()
  expect(onCancel).toHaveBeenCalledOnce()
})

test.each([
  ['beside the photo, if that is why', 'image.broken', true],
  ['in a notice only, if it is not', 'request.tooOften', false],
])('a refusal of a playground with a photo is shown %s', async (_, code, isBeside) => {
  open({ withImage: refused(400, code, 'Try another one.') })
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await photo()
  await add()
  await waitFor(() => expect(lastNotice()).toMatchObject({ description: 'Try another one.' }))
  expect(screen.queryAllByText('Try another one.')).toHaveLength(isBeside ? 1 : 0)
})

test('a corrected playground is sent with a new key, and an unchanged one with the same key', async () => {
  const { onAdded, handlers } = open({ plain: { status: 500 } })
  handlers['GET /api/places/similar?name=Glijbaantje&type=playground&latitude=52.378123&longitude=4.8721'] = () =>
    ok([])
  const keys: (string | null)[] = []
  const server = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'))
    return server(url, init)
  })
  await userEvent.type(field(/^Name/), 'Glijbaan')
  for (const times of [1, 2]) {
    await add()
    await waitFor(() => expect(keys).toHaveLength(times))
    await screen.findByRole('button', { name: /^Add$/ })
  }
  expect(keys[1]).toBe(keys[0])
  await userEvent.type(field(/^Name/), 'tje')
  handlers['POST /api/playgrounds'] = () => added
  await add()
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(keys).toHaveLength(3)
  expect(keys[2]).not.toBe(keys[0])
})

test('text typed into the form is restored after an expired session, and not after the playground was added', async () => {
  const { unmount } = open()
  await userEvent.type(field(/^Name/), 'Glijbaan')
  unmount()
  const second = open()
  expect(field(/^Name/).value).toBe('Glijbaan')
  await add()
  await waitFor(() => expect(second.onAdded).toHaveBeenCalled())
  second.unmount()
  open()
  expect(field(/^Name/).value).toBe('')
})

test.each(['looked for', 'added', 'added with a picture'])(
  'while a playground is being %s the button says so and waits',
  async what => {
    const held = Promise.withResolvers<Answer>()
    const { sent, onAdded } = open({
      ...(what === 'looked for' && { looked: held.promise }),
      ...(what === 'added' && { plain: held.promise }),
      ...(what === 'added with a picture' && { withImage: held.promise }),
    })
    await userEvent.type(field(/^Name/), 'Glijbaan')
    if (what === 'added with a picture') await photo()
    await add()
    const adding = await screen.findByRole('button', { name: 'Adding...' })
    expect(adding.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(adding)
    held.resolve(what === 'looked for' ? ok([]) : added)
    await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
    expect(sent).toHaveBeenCalledOnce()
  },
)

test('a photo is previewed, and can be removed again', async () => {
  const { asked, onAdded } = open()
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await photo()
  expect(await screen.findByRole('img', { name: 'The photo you chose' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
  expect(screen.queryByRole('img', { name: 'The photo you chose' })).toBeNull()
  await add()
  await waitFor(() => expect(onAdded).toHaveBeenCalled())
  expect(asked).not.toContain('POST /api/playgrounds/with-image')
})

test('the address of the pin does not replace one that was typed before it was known', async () => {
  const around = Promise.withResolvers<Answer>()
  const { asked, handlers } = open({ around: around.promise })
  expect(asked.some(call => handlers[call] && call.includes('/nearby'))).toBe(true)
  await userEvent.type(field(/^Address/), 'Achter de molen')
  around.resolve(ok([aPlace({ address: 'Overbrakerpad 3, Amsterdam', distance: 20 })]))
  await act(() => around.promise)
  await waitFor(() => expect(reads.isFetching()).toBe(0))
  expect(field(/^Address/).value).toBe('Achter de molen')
})

test('the address of the pin is filled in and can be changed, and losing it needs no question', async () => {
  const { sent, onCancel } = open({ around: [aPlace({ address: 'Overbrakerpad 3, Amsterdam', distance: 20 })] })
  await waitFor(() => expect(field(/^Address/).value).toBe('Overbrakerpad, Amsterdam'))
  await cancel()
  expect(onCancel).toHaveBeenCalledWith(undefined)
  await userEvent.clear(field(/^Address/))
  await userEvent.type(field(/^Address/), 'Achter de molen')
  await userEvent.type(field(/^Name/), 'Glijbaan')
  await add()
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ address: 'Achter de molen' })))
})
