import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aPlace } from '../../../testing/a-place.ts'
import {
  mapElement,
  openMap as open,
  pin,
  popup,
  prepareMapScreen,
  row,
  theMap,
  where,
} from '../../../testing/map-screen.tsx'

prepareMapScreen()

const addButton = () => screen.getByRole('button', { name: 'Add Playground' })
const onPhone = (query: string) =>
  ({
    matches: /width|reduced-motion|pointer: coarse/.test(query),
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList // as much of it as is used

beforeEach(() => void vi.spyOn(globalThis, 'matchMedia').mockImplementation(onPhone))

test('on a phone an open place replaces the list, which comes back as high as it was', async () => {
  open()
  await pin('Zandbak')
  const grip = screen.getByRole('slider', { name: 'Height of the list' })
  expect(grip.getAttribute('aria-valuetext')).toBe('collapsed')
  fireEvent.keyDown(grip, { key: 'ArrowUp' })
  const button = await row('Griftpark')
  await userEvent.click(button)
  const place = await popup('Griftpark')
  await within(place).findByRole('link', { name: 'Plan something here' })
  expect(screen.queryByRole('slider')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('half screen')
  expect(document.activeElement).toBe(button)
  await userEvent.click(addButton())
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('collapsed')
})

test('on a phone the sheet has the heading, the list and the cards, and nothing fills the window', async () => {
  open({ at: '/playground-map?view=full' })
  await pin('Zandbak')
  const sheet = within(screen.getByRole('region', { name: 'List of playgrounds' }))
  for (const name of ['Playground Map', 'About the Heatmap', 'Data Sources'])
    expect(sheet.getByRole('heading', { name })).toBeDefined()
  expect(screen.queryByRole('button', { name: /full screen/i })).toBeNull()
  expect(mapElement().closest('[data-cover]')).toBeNull()
  // One finger moves it.
  expect(theMap().dragging.enabled()).toBe(true)
})

test('on a phone a pin that the sheet would cover moves out from behind it', async () => {
  open({ places: [aPlace({ id: 9, name: 'Zandbak', latitude: 52.347, longitude: 4.8926 })] })
  await userEvent.click(await pin('Zandbak'))
  await popup('Zandbak')
  expect(where()[0]).not.toBe('52.373')
})
