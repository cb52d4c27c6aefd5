import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlace } from '../../testing/a-place.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { aChat } from '../../testing/chats.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { ProposePlace } from './propose-place.tsx'

beforeEach(() => showLanguage('en'))

const send = 'POST /api/chats/5/messages'
const stored: Answer = {
  status: 201,
  body: { id: 1, chatId: 5, senderId: 1, content: 'x', sentAt: new Date().toISOString(), seq: 1 },
}

function draw({ address = 'Bosweg 1' as string | null, handlers = {} as Handlers } = {}) {
  const sent = vi.fn()
  const place = aPlace({ name: 'Binnenspeeltuin', address })
  const shown = show(<ProposePlace playdate={aPlaydate({ title: 'Kites' })} place={place} />, '/playdates', {
    'GET /api/playdates/7/thread': () => ok(aChat()),
    [send]: body => {
      sent(body)
      return stored
    },
    ...handlers,
  })
  return { sent, ...shown }
}
const button = () => screen.getByRole('button', { name: /^Suggest\W+Binnenspeeltuin$/ })

test.each([
  ['its address', 'Bosweg 1', 'Binnenspeeltuin, Bosweg 1'],
  ['its name alone where it has no address', null, 'Binnenspeeltuin'],
])('a father suggests a place in the group chat with %s, and does so once', async (_, address, where) => {
  const { sent, asked } = draw({ address })
  expect(asked).toEqual([])
  await userEvent.click(button())
  expect(await screen.findByText('Suggested')).toBeDefined()
  expect(sent).toHaveBeenCalledExactlyOnceWith({
    content: `The weather doesn’t look good for “Kites”. Shall we go to ${where}?`,
  })
  expect(screen.queryByRole('button')).toBeNull()
})

test('while a suggested place is being sent its button waits', async () => {
  let answer = (_: Answer) => {}
  draw({ handlers: { [send]: () => new Promise<Answer>(resolve => (answer = resolve)) } })
  expect(button().getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.click(button())
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
  answer(stored)
  await screen.findByText('Suggested')
})

test('while the group chat is being looked up, the button waits too', async () => {
  let answer = (_: Answer) => {}
  const { sent } = draw({
    handlers: { 'GET /api/playdates/7/thread': () => new Promise<Answer>(resolve => (answer = resolve)) },
  })
  await userEvent.click(button())
  await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(button())
  answer(ok(aChat()))
  await screen.findByText('Suggested')
  expect(sent).toHaveBeenCalledOnce()
})

test.each<[string, Handlers, string]>([
  [
    'the server’s reason for not showing the chat',
    { 'GET /api/playdates/7/thread': () => refused(403, 'chat.alone', 'Nobody is there.') },
    'Nobody is there.',
  ],
  [
    'the server’s reason for not taking it',
    { [send]: () => refused(403, 'chat.closed', 'It is closed.') },
    'It is closed.',
  ],
  ['to try again', { [send]: () => ({ status: 400 }) }, 'Please try again later.'],
])('a suggestion that fails says so, with %s', async (_, handlers, description) => {
  draw({ handlers })
  await userEvent.click(button())
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Could not suggest it', description }))
  expect(button()).toBeDefined()
})

test.each(['GET /api/playdates/7/thread', send])('without a connection a suggestion says so, at %s', async at => {
  draw({ handlers: { [at]: () => Promise.reject(new TypeError('No network')) } })
  await userEvent.click(button())
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Could not suggest it',
      description: 'There is no connection. Please try again when it is back.',
    }),
  )
})
