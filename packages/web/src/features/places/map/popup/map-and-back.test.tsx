import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  address,
  mapElement,
  openMap as open,
  pin,
  popup,
  prepareMapScreen,
  row,
} from '../../../../testing/map-screen.tsx'

prepareMapScreen()

test('the map can fill the window and leave it again, keeping what was chosen there', async () => {
  open()
  // Menus keep clear of what covers the screen.
  const covers = () => mapElement().closest('[data-cover]') !== null
  expect(covers()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(covers()).toBe(true)
  expect(address()).toBe('/playground-map?view=full')
  await userEvent.click(screen.getByRole('button', { name: 'Benches' }))
  await userEvent.click(await pin('Het Woeste Westen'))
  expect(address()).toBe('/playground-map?features=benches&place=7&view=full')
  await userEvent.click(screen.getByRole('button', { name: 'Exit full screen' }))
  await waitFor(() => expect(address()).toBe('/playground-map?features=benches&place=7'))
  expect(covers()).toBe(false)
  await popup('Het Woeste Westen')
})

const untilClosed = () => waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0))

test('one step of Back closes a popup, whichever pins were pressed, and the filter stays', async () => {
  history.replaceState(null, '', '/')
  history.pushState(null, '', '/playground-map')
  open()
  await userEvent.click(await pin('Het Woeste Westen'))
  fireEvent.click(await pin('Zandbak'))
  await popup('Zandbak')
  await userEvent.click(screen.getByRole('button', { name: 'Sandbox' }))
  expect(address()).toBe('/playground-map?features=sandbox&place=9')
  history.back()
  await untilClosed()
  await waitFor(() => expect(address()).toBe('/playground-map?features=sandbox'))
  expect(document.activeElement === document.body).toBe(false)
  history.back()
  await waitFor(() => expect(address()).toBe('/'))
})

test('Back leaves a map that a link opened at a place, and closes a pin pressed after that in one step', async () => {
  history.replaceState(null, '', '/')
  history.pushState(null, '', '/playground-map?place=11')
  const { unmount } = open({ at: '/playground-map?place=11' })
  await popup('Griftpark')
  history.back()
  await waitFor(() => expect(address()).toBe('/'))
  unmount()

  history.pushState(null, '', '/playground-map?place=11')
  open({ at: '/playground-map?place=11' })
  await popup('Griftpark')
  await userEvent.click(await row('Het Woeste Westen'))
  await popup('Het Woeste Westen')
  history.back()
  await untilClosed()
  expect(address()).toBe('/playground-map')
  history.back()
  await waitFor(() => expect(address()).toBe('/'))
})

test.each([
  ['before', true],
  ['after', false],
])(
  'when a popup is opened %s the map fills the window, Back first closes the popup and then the window',
  async (_, first) => {
    history.replaceState(null, '', '/')
    history.pushState(null, '', '/playground-map')
    open()
    if (first) await userEvent.click(await pin('Zandbak'))
    await userEvent.click(await screen.findByRole('button', { name: 'Full screen' }))
    if (!first) await userEvent.click(await pin('Zandbak'))
    await popup('Zandbak')
    expect(address()).toBe('/playground-map?place=9&view=full')
    history.back()
    await untilClosed()
    expect(address()).toBe('/playground-map?view=full')
    history.back()
    await waitFor(() => expect(address()).toBe('/playground-map'))
    await waitFor(() => expect(screen.queryByRole('slider')).toBeNull())
    history.back()
    await waitFor(() => expect(address()).toBe('/'))
  },
)

test('a popup that stays when the map leaves the window is still closed by one step of Back', async () => {
  history.replaceState(null, '', '/')
  history.pushState(null, '', '/playground-map')
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Full screen' }))
  await userEvent.click(await pin('Zandbak'))
  const dialog = await popup('Zandbak')
  await userEvent.click(screen.getByRole('button', { name: 'Exit full screen' }))
  await waitFor(() => expect(address()).toBe('/playground-map?place=9'))
  // It has not been drawn again in between.
  expect(dialog.isConnected).toBe(true)
  history.back()
  await untilClosed()
  expect(address()).toBe('/playground-map')
  history.back()
  await waitFor(() => expect(address()).toBe('/'))
})

test('a map that fills the window because of its address leaves to its part of the page', async () => {
  open({ at: '/playground-map?view=full&features=benches,unknown' })
  await userEvent.click(screen.getByRole('button', { name: 'Exit full screen' }))
  await waitFor(() => expect(address()).toBe('/playground-map?features=benches'))
  expect(screen.queryByRole('slider')).toBeNull()
})
