import { ToastRegion } from '@papadag/ui/layers/toast'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aChat } from '../../testing/chats.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Answer, ok, refused } from '../../testing/stand-in-server.ts'
import { RequestAnswer } from './request-answer.tsx'

beforeEach(() => showLanguage('en'))

function draw(answer: Answer | Promise<Answer> = ok(aChat())) {
  const [sent, onReport, onBlock] = [vi.fn(), vi.fn(), vi.fn()]
  const father = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }
  show(
    <>
      <RequestAnswer chat={aChat({ isRequest: true })} father={father} onReport={onReport} onBlock={onBlock} />
      <ToastRegion
        label="Notices"
        closeLabel="Dismiss"
        limits={{ durationMs: 5000, removalMs: 1_000_000, swipePx: 50 }}
      />
    </>,
    '/chat/5',
    {
      'POST /api/chats/5/request': body => {
        sent(body)
        return answer
      },
    },
  )
  return { sent, onReport, onBlock }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const notices = () => screen.getByRole('region', { name: 'Notices' }).textContent

test('a request that is accepted stays open', async () => {
  const { sent } = draw()
  await press('Accept')
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ accept: true }))
  expect([location.pathname, notices()]).toEqual(['/chat/5', ''])
})

test('postponing a request leads back to the list, and says that the stranger does not learn of it', async () => {
  const { sent } = draw()
  const before = history.length
  await press('Not now')
  await waitFor(() => expect(location.pathname).toBe('/chat'))
  expect(sent).toHaveBeenCalledExactlyOnceWith({ accept: false })
  expect(history.length).toBe(before)
  await waitFor(() => expect(notices()).toContain('Kwame is not told.'))
})

test.each(['Accept', 'Not now'])('while “%s” is being sent only that button waits', async pressed => {
  let answer = (_: Answer) => {}
  draw(new Promise<Answer>(resolve => (answer = resolve)))
  const isBusy = () =>
    ['Accept', 'Not now'].filter(name => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true')
  expect(isBusy()).toEqual([])
  await press(pressed)
  await waitFor(() => expect(isBusy()).toEqual([pressed]))
  answer(ok(aChat()))
  await waitFor(() => expect(isBusy()).toEqual([]))
})

test.each<[string, Answer | Promise<Answer>, string]>([
  ['the server’s reason', refused(403, 'chat.notAllowed', 'Not yours.'), 'Not yours.'],
  ['to try again', { status: 400 }, 'Please try again later.'],
])('an answer that was not saved says so, with %s', async (_, answer, description) => {
  draw(answer)
  await press('Not now')
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Your answer was not saved', description }))
  expect(location.pathname).toBe('/chat/5')
})

test('an answer given without a connection says that there is none', async () => {
  const failing = Promise.reject(new TypeError('No network'))
  failing.catch(() => {})
  draw(failing)
  await press('Accept')
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Your answer was not saved',
      description: 'There is no connection. Please try again when it is back.',
    }),
  )
})

test('a father can report and block a stranger instead of answering him', async () => {
  const { sent, onReport, onBlock } = draw()
  await press('Report')
  await press('Block')
  expect([onReport, onBlock].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(sent).not.toHaveBeenCalled()
})
