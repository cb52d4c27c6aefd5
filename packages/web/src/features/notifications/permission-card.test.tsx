import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installQuestion } from '../../platform/screen/install.ts'
import { onAnIPhone, preparePush, push, pushHandlers, subscribeDevice } from '../../testing/push-devices.ts'
import { show } from '../../testing/show.tsx'
import { PermissionCard } from './permission-card.tsx'

preparePush()
beforeEach(() => {
  installQuestion.set(false)
  localStorage.removeItem('push_asked')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function card({ mayShow = true, afterMs = 2000, handlers = pushHandlers } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show(<PermissionCard userId={1} mayShow={mayShow} otherwise={<p>otherwise</p>} />, '/', handlers)
  await act(() => vi.advanceTimersByTimeAsync(afterMs))
  vi.useRealTimers()
}
const question = () => screen.queryByText('Shall we tell you if it is cancelled?')
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

const unanswered = { ...pushHandlers, 'GET /api/push-subscriptions': () => new Promise<never>(() => {}) }

const nothing = () => {}
const refuse = () => {
  push.permission = 'denied'
}

test.each<[string, 'asks' | 'waits' | 'does not ask', () => unknown, Parameters<typeof card>[0]?]>([
  ['of a device that was not asked', 'asks', nothing],
  ['of an iPhone', 'asks', onAnIPhone],
  ['a moment too early', 'waits', nothing, { afterMs: 1999 }],
  ['while something else is shown', 'waits', nothing, { mayShow: false }],
  ['until the device is known', 'waits', nothing, { handlers: unanswered }],
  ['of a device that has them', 'does not ask', subscribeDevice],
  ['of one that refused', 'does not ask', refuse],
  ['of one that cannot', 'does not ask', () => Reflect.deleteProperty(globalThis, 'PushManager')],
])('the card about notifications, %s, %s', async (_, does, prepare, how) => {
  await prepare()
  await card(how)
  await waitFor(() =>
    expect([question() !== null, screen.queryByText('otherwise') !== null]).toEqual([
      does === 'asks',
      does === 'does not ask',
    ]),
  )
})

test('a father who answers “Not now” is not asked again', async () => {
  await card()
  await answer('Not now')
  expect(localStorage.getItem('push_asked')).toBe('true')
})

test('on an iPhone the card explains how to get notifications', async () => {
  onAnIPhone()
  await card()
  expect(await screen.findByText(/once Papadag is on your home screen/)).toBeDefined()
  await answer('How do I do that?')
  expect(installQuestion.get()).toBe(true)
  expect(localStorage.getItem('push_asked')).toBe('true')
})

test('a father who says yes is asked by the browser', async () => {
  await card()
  await answer('Yes please')
  await waitFor(() => expect(push.registered).toMatchObject([{ endpoint: 'https://push.example/new' }]))
})
