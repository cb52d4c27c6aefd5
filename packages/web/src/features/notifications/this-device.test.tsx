import type { PushDevice } from '@papadag/contract/push'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import {
  aDevice,
  fingerprintOf,
  onAnIPhone,
  preparePush,
  push,
  pushHandlers,
  serverKey,
  subscribeDevice,
  wish,
} from '../../testing/push-devices.ts'
import { show } from '../../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { shownToast } from '../../testing/toasts.ts'
import { DeviceList } from './device-list.tsx'
import { keepDevice, useThisDevice } from './this-device.ts'
import { ThisDeviceRow } from './this-device-row.tsx'

preparePush()

function Row() {
  return <ThisDeviceRow device={useThisDevice()} userId={daan.id} />
}
const open = (changes: Handlers = {}) => show(<Row />, '/profile', { ...pushHandlers, ...changes })
const said = async (words: RegExp) => expect((await screen.findAllByText(words)).length).toBe(1)

test('a device that is not subscribed can be switched on with one press', async () => {
  open()
  await said(/does not get notifications yet/)
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  await said(/On for this device/)
  expect(push.registered).toEqual([
    expect.objectContaining({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
  ])
  expect(localStorage.getItem(wish)).toBe(await fingerprintOf('https://push.example/new'))
  await waitFor(() => expect(shownToast()).toMatch(/^Notifications are on for this device/))
})

test('a refusal in the browser is shown, and nothing is registered', async () => {
  push.answer = 'denied'
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await said(/You have blocked notifications/)
  expect(push.registered).toEqual([])
  await waitFor(() => expect(shownToast()).toMatch(/^Notifications stay off/))
})

test('a failure to register is shown, and the button can be pressed again', async () => {
  open({ 'POST /api/push-subscriptions': () => refused(404, 'push.off', 'Off.') })
  const button = await screen.findByRole('button', { name: 'Switch on' })
  await userEvent.click(button)
  await waitFor(() => expect(shownToast()).toMatch(/^That didn’t work/))
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  expect(localStorage.getItem(wish)).toBeNull()
})

test.each<[string, Partial<typeof push>]>([
  ['a key of the endpoint is missing', { keys: { p256dh: 'p' } }],
  ['the other is', { keys: { auth: 'a' } }],
])('a device is not registered when %s', async (_, changes) => {
  Object.assign(push, changes)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(lastNotice()).toBeDefined())
  expect(push.registered).toEqual([])
})

test('a subscription for the server’s key is used, and one for another key is replaced', async () => {
  Object.assign(push, { endpoint: 'https://push.example/old' })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(push.registered).toMatchObject([{ endpoint: 'https://push.example/old' }]))
  expect(push.unsubscribed).toEqual([])
  Object.assign(push, { key: `${'_-'.repeat(43)}A` })
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Switch on' }).getAttribute('aria-busy')).not.toBe('true'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(push.registered).toMatchObject([{}, { endpoint: 'https://push.example/new' }]))
  expect(push.unsubscribed).toEqual(['https://push.example/old'])
})

test.each<[string, () => void, Handlers, RegExp]>([
  [
    'the server sends none',
    () => {},
    { 'GET /api/push-key': () => refused(404, 'push.off', 'Off.') },
    /switched off on this server/,
  ],
  ['the browser has no push', () => Reflect.deleteProperty(globalThis, 'PushManager'), {}, /This browser can’t/],
  ['the browser shows none', () => Reflect.deleteProperty(globalThis, 'Notification'), {}, /This browser can’t/],
  ['there is no service worker', () => Reflect.deleteProperty(navigator, 'serviceWorker'), {}, /This browser can’t/],
  ['he has refused', () => Object.assign(push, { permission: 'denied' }), {}, /You have blocked notifications/],
  [
    'the server does not answer',
    () => {},
    { 'GET /api/push-key': () => refused(403, 'user.stopped', 'No.') },
    /can’t tell right now/,
  ],
  [
    'it tells no devices',
    () => {},
    { 'GET /api/push-subscriptions': () => refused(403, 'user.stopped', 'No.') },
    /can’t tell right now/,
  ],
])('the row of this device says so when %s', async (_, prepare, changes, words) => {
  prepare()
  open(changes)
  await said(words)
})

test.each(['GET /api/push-key', 'GET /api/push-subscriptions'])(
  'the settings say nothing about this device before %s is answered',
  async call => {
    const answer = Promise.withResolvers<void>()
    const own = pushHandlers[call]
    const { asked } = open({
      [call]: async body => {
        await answer.promise
        return own?.(body) ?? ok({})
      },
    })
    const reads = ['GET /api/push-key', 'GET /api/push-subscriptions']
    await waitFor(() => expect(asked).toEqual(expect.arrayContaining(reads)))
    await waitFor(() => expect(screen.queryByText(/does not get notifications yet|can’t tell right now/)).toBeNull())
    answer.resolve()
    await said(/does not get notifications yet/)
  },
)

test('an iPhone’s owner is told to put the app on the home screen, and in the app there that push is not possible', async () => {
  onAnIPhone()
  const first = open()
  await said(/once Papadag is on your home screen/)
  first.unmount()
  const media = vi
    .spyOn(globalThis, 'matchMedia')
    .mockImplementation(query => ({ matches: query.includes('standalone') }) as MediaQueryList) // only this is read
  open()
  await said(/This browser can’t/)
  media.mockRestore()
})

test('a failed request can be repeated', async () => {
  const { handlers: now } = open({ 'GET /api/push-key': () => refused(403, 'user.stopped', 'No.') })
  await said(/can’t tell right now/)
  now['GET /api/push-key'] = () => ok({ key: serverKey })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await said(/does not get notifications yet/)
})

test('a permission that has been withdrawn is noticed when the page becomes visible again', async () => {
  await subscribeDevice()
  open()
  await said(/On for this device/)
  push.permission = 'default'
  document.dispatchEvent(new Event('visibilitychange'))
  await said(/does not get notifications yet/)
})

test('switching off ends the subscription of this device', async () => {
  await subscribeDevice()
  open({
    'DELETE /api/push-subscriptions/2': () => {
      push.devices = push.devices.filter(({ id }) => id !== 2)
      return { status: 204 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }))
  await said(/does not get notifications yet/)
  expect(push.unsubscribed).toEqual(['https://push.example/mine'])
  expect(localStorage.getItem(wish)).toBeNull()
})

test('removing another device leaves the subscription of this one', async () => {
  await subscribeDevice()
  show(<DeviceList userId={daan.id} />, '/profile', {
    ...pushHandlers,
    'DELETE /api/push-subscriptions/1': () => {
      push.devices = push.devices.filter(({ id }) => id !== 1)
      return { status: 204 }
    },
  })
  const remove = await screen.findByRole('button', { name: 'Remove: Firefox' })
  expect(await screen.findByText('This device')).toBeDefined()
  await userEvent.click(remove)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(push.unsubscribed).toEqual([])
  expect(localStorage.getItem(wish)).not.toBeNull()
})

test('a device is shown with its name, and the time of its last message or of its registration', async () => {
  push.devices = [
    aDevice({ id: 1, name: null, lastSentAt: '2026-11-21T09:30:00.000Z' }),
    aDevice({ id: 2, createdAt: '2026-11-19T09:30:00.000Z' }),
  ]
  show(<DeviceList userId={daan.id} />, '/profile', pushHandlers)
  const [one, other] = await screen.findAllByRole('listitem')
  expect(one?.textContent).toMatch(/^An unknown deviceLast notification on Saturday, 21 November at \d\d:30/)
  expect(other?.textContent).toMatch(/^FirefoxSince Thursday, 19 November/)
  expect(screen.queryByText('This device')).toBeNull()
})

test.each<[string, PushDevice[], Handlers]>([
  ['there is none', [], {}],
  ['the server sends none', [aDevice({})], { 'GET /api/push-key': () => refused(404, 'push.off', 'Off.') }],
])('the settings list no devices when %s', async (_, some, changes) => {
  push.devices = some
  show(<DeviceList userId={daan.id} />, '/profile', { ...pushHandlers, ...changes })
  await waitFor(() => expect(document.querySelector('main')?.textContent).toBe(''))
})

/** Daan's browser starts. */
async function start(changes: Handlers = {}) {
  const { asked } = show(null, '/', { ...pushHandlers, ...changes })
  await keepDevice(daan.id)
  return asked
}

test('at a start a device whose endpoint has changed or was lost is registered again', async () => {
  const fingerprint = await subscribeDevice()
  await start()
  expect(push.registered).toEqual([])
  localStorage.setItem(wish, 'another')
  await start()
  expect(push.registered).toMatchObject([{ endpoint: 'https://push.example/mine' }])
  expect(localStorage.getItem(wish)).toBe(fingerprint)
  push.endpoint = undefined
  await start()
  expect(push.registered).toMatchObject([{}, { endpoint: 'https://push.example/new' }])
})

test('at a start a device that has gone silent is subscribed anew, which its user is told', async () => {
  const fingerprint = await subscribeDevice()
  push.devices = [aDevice({ fingerprint }), aDevice({ isSilent: true })]
  await start()
  expect(push.registered).toEqual([])
  push.devices = [aDevice({ fingerprint, isSilent: true })]
  await start({ 'DELETE /api/push-subscriptions/1': () => ok(null) })
  expect([push.unsubscribed, push.registered]).toMatchObject([
    ['https://push.example/mine'],
    [{ endpoint: 'https://push.example/new' }],
  ])
  await vi.waitFor(() => expect(shownToast()).toMatch(/^Notifications set up again/))
})

test('at a start nothing is requested without permission or without a subscription', async () => {
  await subscribeDevice('default')
  expect(await start()).toEqual([])
  push.permission = 'granted'
  push.endpoint = undefined
  localStorage.removeItem(wish)
  expect(await start()).toEqual([])
})

test('at a start a father’s subscription from an earlier session is his again, and anybody else’s ends', async () => {
  await subscribeDevice()
  localStorage.removeItem(wish)
  await start()
  expect(push.registered).toMatchObject([{ endpoint: 'https://push.example/mine' }])
  expect(push.unsubscribed).toEqual([])
  localStorage.removeItem(wish)
  push.devices = [aDevice({})]
  await start()
  expect(push.registered).toHaveLength(1)
  expect(push.unsubscribed).toEqual(['https://push.example/mine'])
})

test('at a start nothing is done in an unsupported browser', async () => {
  Reflect.deleteProperty(globalThis, 'PushManager')
  await subscribeDevice()
  expect(await start()).toEqual([])
})

test('a subscription without a key is replaced', async () => {
  Object.assign(push, { endpoint: 'https://push.example/old', key: '' })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(push.registered).toMatchObject([{ endpoint: 'https://push.example/new' }]))
  expect(push.unsubscribed).toEqual(['https://push.example/old'])
})

test('the state of this device stays on the screen while it cannot be read again', async () => {
  await subscribeDevice()
  const { handlers: now } = open()
  await said(/On for this device/)
  now['GET /api/push-subscriptions'] = () => refused(403, 'user.stopped', 'No.')
  await act(() => reads.invalidateQueries({ queryKey: ['/api/push-subscriptions'] }))
  expect(reads.getQueryCache().findAll({ queryKey: ['/api/push-subscriptions'] })[0]?.state.status).toBe('error')
  await said(/On for this device/)
})

test('a test that cannot be sent without a connection says so', async () => {
  await subscribeDevice()
  open({ 'POST /api/push-subscriptions/2/test': () => Promise.reject(new TypeError('Failed to fetch')) })
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
  await waitFor(() => expect(lastNotice()?.description).toMatch(/^There is no connection/))
})
