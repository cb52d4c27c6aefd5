import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, ok, refused } from '../../../testing/stand-in-server.ts'
import { shownToast } from '../../../testing/toasts.ts'
import { ConfirmButtons } from './confirm-buttons.tsx'

beforeEach(() => showLanguage('en'))

const his = aPlaydate({ participants: [me], myStatus: 'creator', confirmation: 'due' })
const joined = aPlaydate({ participants: [kwame, me], myStatus: 'joined', confirmation: 'due' })

function confirming(playdate: Playdate, answer: () => Answer | Promise<Answer>, beside: { bringing?: number } = {}) {
  const sent = vi.fn()
  show(<ConfirmButtons playdate={playdate} {...beside} />, '/playdates', {
    'POST /api/playdates/7/confirm': body => {
      sent(body)
      return answer()
    },
  })
  return sent
}
const button = (name: string) => screen.getByRole('button', { name: `${name}: Modderen` })

test.each([
  ['It goes ahead', his, true, 'It goes ahead'],
  ['I’m coming', joined, true, 'Good, we know you’re coming'],
  ['Not this week', joined, false, 'Good, we know you’re not coming'],
])('pressing “%s” sends that answer and confirms it', async (name, playdate, coming, said) => {
  const sent = confirming(playdate, () => ok(playdate))
  expect(screen.getByRole('status').textContent).toBe('')
  await userEvent.click(button(name))
  await waitFor(() => expect(shownToast()).toBe(said))
  expect(sent.mock.calls).toEqual([[{ coming }]])
})

test('a creator and a regular are asked different things', () => {
  confirming(his, () => ok(his))
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['It goes ahead'])
})

test.each([
  ['I’m coming', 'Not this week'],
  ['Not this week', 'I’m coming'],
])('while “%s” is being sent it is busy, and “%s” cannot be pressed', async (name, other) => {
  let answer = () => {}
  const sent = confirming(
    joined,
    () =>
      new Promise(resolve => {
        answer = () => resolve(refused(409, 'playdate.full', 'Full.'))
      }),
  )
  const [pressed, rest] = [button(name), button(other)]
  for (const one of [pressed, rest]) {
    expect(one.getAttribute('aria-busy')).toBeNull()
    expect(one.hasAttribute('disabled')).toBe(false)
  }
  await userEvent.click(pressed)
  await waitFor(() => expect(pressed.getAttribute('aria-busy')).toBe('true'))
  expect([pressed.hasAttribute('disabled'), rest.hasAttribute('disabled')]).toEqual([false, true])
  expect(rest.getAttribute('aria-busy')).toBeNull()
  await userEvent.click(pressed)
  expect(sent).toHaveBeenCalledOnce()
  answer()
  await waitFor(() => expect(rest.hasAttribute('disabled')).toBe(false))
  expect(pressed.getAttribute('aria-busy')).toBeNull()
  await waitFor(() => expect(shownToast()).toBe('Error: Your answer could not be saved'))
})

test.each<[string, string, Playdate, { bringing?: number }, unknown[]]>([
  ['saves the number shown beside it', 'I’m coming', joined, { bringing: 2 }, [{ coming: true, children: 2 }]],
  ['keeps the number where none is shown', 'I’m coming', joined, {}, [{ coming: true }]],
  ['needs no number', 'Not this week', joined, { bringing: 9 }, [{ coming: false }]],
  ['of the creator saves it too', 'It goes ahead', his, { bringing: 2 }, [{ coming: true, children: 2 }]],
])('an answer about coming %s', async (_, name, playdate, beside, expected) => {
  const sent = confirming(playdate, () => ok(playdate), beside)
  await userEvent.click(button(name))
  if (expected.length > 0) await waitFor(() => expect(sent).toHaveBeenCalledOnce())
  expect(sent.mock.calls.flat()).toEqual(expected)
})
