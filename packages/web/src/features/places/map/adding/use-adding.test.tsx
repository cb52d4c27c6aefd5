import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aPlace } from '../../../../testing/a-place.ts'
import {
  far,
  mapElement,
  openMap as open,
  pin,
  popup,
  prepareMapScreen,
  pressAt,
  theMap,
  where,
  whereIs,
} from '../../../../testing/map-screen.tsx'
import { ok } from '../../../../testing/stand-in-server.ts'

prepareMapScreen()

const notices = () => screen.getByRole('region', { name: 'Notices' }).textContent
const similar = { 'GET /api/places/similar': () => ok([]) }
const addButton = () => screen.getByRole('button', { name: 'Add Playground' })
const hint = () => screen.queryByText('Click on the map to add a new playground')
const form = () => screen.findByRole('dialog', { name: 'Add New Playground' })
const written = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

test('a new playground is put where the map is pressed, and shown once it has been added', async () => {
  const added = aPlace({ id: 12, name: 'Glijbaan', latitude: 52.38, longitude: 4.9 })
  open({
    handlers: {
      ...similar,
      'POST /api/playgrounds': () => ({ status: 201, body: added }),
      'GET /api/places/12': () => ok(added),
    },
  })
  await userEvent.click(await pin('Zandbak'))
  await popup('Zandbak')
  await userEvent.click(addButton())
  // One thing at a time.
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(hint()).not.toBeNull()
  expect(document.activeElement).toBe(mapElement())
  expect(screen.queryByTitle('New playground')).toBeNull()
  pressAt(52.38, 4.9)
  await form()
  expect([written('Latitude'), written('Longitude')]).toEqual(['52.38', '4.9'])
  expect(screen.getByTitle('New playground')).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Name/), 'Glijbaan')
  await userEvent.click(screen.getByRole('button', { name: /^Add$/ }))
  await popup('Glijbaan')
  expect(where()).toEqual(whereIs(added, 15))
  expect(hint()).toBeNull()
  expect(screen.queryByTitle('New playground')).toBeNull()
})

test('with the keyboard, Enter on the map picks its centre, and only while a father is choosing', async () => {
  open({ handlers: similar })
  const button = await pin('Zandbak')
  fireEvent.keyDown(mapElement(), { key: 'Enter' })
  await userEvent.click(addButton())
  fireEvent.keyDown(mapElement(), { key: 'ArrowRight' })
  fireEvent.keyDown(button, { key: 'Enter' })
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => void theMap().setView([52.1, 5.1], 13, { animate: false }))
  fireEvent.keyDown(mapElement(), { key: 'Enter' })
  await form()
  expect([written('Latitude'), written('Longitude')]).toEqual(['52.1', '5.1'])
})

test('a father can stop choosing a spot, and what he has typed can be restored', async () => {
  open({ handlers: similar })
  await pin('Zandbak')
  await userEvent.click(addButton())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(hint()).toBeNull()
  pressAt(52.38, 4.9)
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()

  await userEvent.click(addButton())
  pressAt(52.38, 4.9)
  await userEvent.click(within(await form()).getByRole('button', { name: 'Cancel' }))
  expect(hint()).toBeNull()
  expect(notices()).not.toContain('The playground was not added')

  await userEvent.click(addButton())
  pressAt(52.38, 4.9)
  await form()
  await userEvent.type(screen.getByLabelText(/^Name/), 'Glijbaan')
  await userEvent.click(within(await form()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(notices()).toContain('The playground was not added'))
  expect(hint()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
  await form()
  expect([written(/^Name/), written('Latitude')]).toEqual(['Glijbaan', '52.38'])
})

test('a father can pick the spot where he is', async () => {
  const { findMe } = open({ handlers: similar })
  await pin('Zandbak')
  await userEvent.click(addButton())
  await userEvent.click(screen.getByRole('button', { name: 'Where I am' }))
  await form()
  expect(findMe).toHaveBeenCalledOnce()
  expect(written('Latitude')).toBe('52.1')
  expect(where()).toEqual(whereIs(far, 17))
})
