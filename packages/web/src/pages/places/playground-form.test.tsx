import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace } from '../../testing/a-place.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { openPlaces, preparePlacesPage } from '../../testing/places-page.tsx'
import { type Answer, ok, refused } from '../../testing/stand-in-server.ts'

preparePlacesPage()
beforeEach(() => showLanguage('en'))

test('editing a playground sends only the changes, including emptied features', async () => {
  const user = userEvent.setup()
  const sent = vi.fn()
  openPlaces([aPlace({ features: ['benches'] })], {
    'PATCH /api/places/7': body => {
      sent(body)
      return ok(aPlace())
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Playground: Het Woeste Westen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Playground' }))
  await user.click(dialog.getByRole('button', { name: 'Benches', pressed: true }))
  await user.clear(dialog.getByLabelText(/^Address/))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.mock.calls).toEqual([
    [
      {
        address: '',
        features: '[]',
      },
    ],
  ])
})

test('an unchanged playground sends nothing and keeps its generated name', async () => {
  const { asked } = openPlaces([aPlace({ isNameDerived: true })])
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(call => call.startsWith('PATCH'))).toEqual([])
})

test('half of a position is not sent', async () => {
  const sent = vi.fn()
  openPlaces([aPlace()], {
    'PATCH /api/places/7': body => {
      sent(body)
      return ok(aPlace())
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.type(await screen.findByLabelText(/^Longitude/), '5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ latitude: '52.388', longitude: '4.8715' }))
})

test('the playground form cannot be closed while it is being saved', async () => {
  let answer = (_: Answer) => {}
  openPlaces([aPlace()], { 'PATCH /api/places/7': () => new Promise(resolve => (answer = resolve)) })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.type(await screen.findByLabelText(/^Address/), ' bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Saving...' })
  // A browser dispatches this event when Escape is pressed in a dialog.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.getByRole('dialog', { name: 'Edit Playground' })).toBeTruthy()
  answer(ok(aPlace()))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the input about a place survives an expired session, and cancelling drops it', async () => {
  const expired = { 'PATCH /api/places/7': () => refused(401, 'auth.required', 'Log in first.') }
  const address = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
    return screen.findByLabelText<HTMLInputElement>(/^Address/)
  }
  const first = openPlaces([aPlace()], expired)
  await userEvent.type(await address(), ' bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(first.asked).toContain('PATCH /api/places/7'))
  first.unmount()

  // Another father has changed the name since; this change must not overwrite it.
  const sent = vi.fn()
  reads.clear()
  const second = openPlaces([aPlace({ name: 'Woest' })], {
    'PATCH /api/places/7': body => {
      sent(body)
      return { status: 500 }
    },
  })
  expect((await address()).value).toBe('Overbrakerpad 3, Amsterdam bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ address: 'Overbrakerpad 3, Amsterdam bis' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  second.unmount()

  openPlaces([aPlace()])
  expect((await address()).value).toBe('Overbrakerpad 3, Amsterdam')
})

test.each([
  [{ status: 403, body: { error: 'Locked for now.', code: 'place.locked' } }, 'Locked for now.'],
  [{ status: 500 }, 'Failed to update playground'],
])('a failed edit of a playground says why', async (answer, description) => {
  openPlaces([aPlace()], { 'PATCH /api/places/7': () => answer })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit Playground/ }))
  await userEvent.type(await screen.findByLabelText(/^Address/), ' bis')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error Updating Playground', description }))
  expect(screen.getByRole('dialog')).toBeTruthy()
})
