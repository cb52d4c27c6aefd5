import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastNotice } from '../../testing/last-notice.ts'
import { showLanguage } from '../language/language.ts'
import { forgetNotices } from './notices.ts'
import { Quiet, sayUnavailable } from './quiet.tsx'
import { markUsable } from './usable.ts'
import { alongInside, laterIfPossible, laterInside, WhenNear } from './when-near.tsx'

function Broken(): never {
  throw new Error('broken')
}

const onLine = vi.spyOn(navigator, 'onLine', 'get')
let near: ((...isIntersecting: boolean[]) => void) | undefined
beforeEach(async () => {
  await showLanguage('en')
  onLine.mockReturnValue(true)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(changed: (entries: object[]) => void) {
        near = (...all) => act(() => changed(all.map(isIntersecting => ({ isIntersecting }))))
      }
      observe() {}
      disconnect() {
        near = undefined
      }
    },
  )
})
afterEach(() => {
  forgetNotices()
  vi.unstubAllGlobals()
})

test('a part farther down appears when its place comes near, and stays', () => {
  const { unmount } = render(<WhenNear roomPx={300}>part</WhenNear>)
  expect(screen.queryByText('part')).toBeNull()
  near?.(false)
  expect(screen.queryByText('part')).toBeNull()
  near?.(false, true)
  expect(screen.getByText('part')).toBeDefined()
  near?.(false)
  expect(screen.getByText('part')).toBeDefined()
  unmount()
  expect(near).toBeUndefined()
})

test.each([
  ['stored is drawn with its screen', {}, 'part'],
  ['not stored loads once its screen is drawn', null, 'room'],
] as const)('a part whose code is %s', async (_, controller, first) => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { controller } }))
  const load = vi.fn(async () => ({ name }: { name: string }) => <p>{name}</p>)
  const Part = alongInside(load)
  expect(load).toHaveBeenCalledTimes(controller ? 1 : 0)
  await vi.dynamicImportSettled()
  render(
    <Suspense fallback="room">
      <Part name="part" />
    </Suspense>,
  )
  expect(screen.getByText(first)).toBeDefined()
  expect(await screen.findByText('part')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('a part whose code cannot be loaded leaves the rest of the screen alone', async () => {
  const Part = laterInside(() => Promise.reject(new TypeError('No network')))
  const Other = laterInside(async () => () => <p>other</p>)
  render(
    <>
      <Part />
      <Other />
    </>,
  )
  expect(await screen.findByText('other')).toBeDefined()
})

test('an optional part waits for the first screen', async () => {
  const load = vi.fn(async () => () => <p>part</p>)
  const Part = laterIfPossible(load)
  render(<Part />)
  await act(async () => {})
  expect(load).not.toHaveBeenCalled()
  act(markUsable)
  expect(await screen.findByText('part')).toBeDefined()
})

test('a part that fails is replaced by its fallback, and the failure is reported', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const onFailed = vi.fn()
  render(
    <>
      <Quiet fallback="instead" onFailed={onFailed}>
        <Broken />
      </Quiet>
      <Quiet fallback="not this">whole</Quiet>
    </>,
  )
  expect(document.body.textContent).toBe('insteadwhole')
  expect(onFailed).toHaveBeenCalledOnce()
})

test('a part that cannot be loaded says so, and a second press reloads the page once there is a network', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  sayUnavailable()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Error',
      description: 'There is no connection. Please try again when it is back.',
    }),
  )
  forgetNotices()
  onLine.mockReturnValue(false)
  sayUnavailable()
  expect(lastNotice()?.title).toBe('Error')
  expect(reload).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  sayUnavailable()
  expect(reload).toHaveBeenCalledOnce()
})
