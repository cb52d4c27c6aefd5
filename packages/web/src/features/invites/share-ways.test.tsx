import { dismissToast } from '@papadag/ui/layers/toast'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { anInvitation } from '../../testing/an-invitation.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok } from '../../testing/stand-in-server.ts'
import { shownToast } from '../../testing/toasts.ts'
import { ShareWays } from './share-ways.tsx'

beforeAll(() => Promise.all([import('./poster.tsx'), import('../../domain/poster/poster-sheet.tsx')]))
beforeEach(() => showLanguage('en'))

const ways = (changes: Partial<Parameters<typeof ShareWays>[0]> = {}, handlers: Handlers = {}) =>
  show(
    <ShareWays url="https://papadag.example/i/a" message="Are you coming?" {...changes}>
      who
    </ShareWays>,
    '/playdates',
    handlers,
  )
const define = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value })

test.each([
  ['a link with an invitation', 'a', ['Copy', 'QR code', 'Poster']],
  ['another link', undefined, ['Copy']],
])('whoever shares %s finds the buttons that fit it', (_, token, buttons) => {
  ways(token === undefined ? {} : { token })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  const words = encodeURIComponent('Are you coming? https://papadag.example/i/a')
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(`https://wa.me/?text=${words}`)
  expect(screen.getByRole('link', { name: 'E-mail' }).getAttribute('href')).toBe(
    `mailto:?subject=Playdate&body=${words}`,
  )
})

test('a device that can share is asked to, and closing its sheet is an answer too', async () => {
  const share = vi.fn(async () => Promise.reject(new Error('closed')))
  define('share', share)
  ways()
  await userEvent.click(screen.getByRole('button', { name: 'Share with…' }))
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: 'Are you coming?', url: 'https://papadag.example/i/a' })
  Reflect.deleteProperty(navigator, 'share')
})

test('the link is copied, or selected where the clipboard is blocked', async () => {
  const user = userEvent.setup()
  const writeText = vi.fn(async () => {})
  define('clipboard', { writeText })
  ways()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://papadag.example/i/a')
  await waitFor(() => expect(shownToast()).toMatch(/^Link copied/))
  act(dismissToast)
  writeText.mockRejectedValueOnce(new Error('blocked'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Link'))
  expect(shownToast()).toBeUndefined()
})

test('a father can show and hide the code to scan', async () => {
  ways({ token: 'a' })
  const button = screen.getByRole('button', { name: 'QR code' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByRole('img', { name: 'QR code of the invitation' })).toBeDefined()
  await userEvent.click(button)
  expect(screen.queryByRole('img', { name: 'QR code of the invitation' })).toBeNull()
})

const poster = () => screen.queryByRole('heading', { name: 'Playdate', hidden: true })

test('a poster is printed once each time a father asks for it', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  ways({ token: 'a' }, { 'GET /api/invites/a': () => ok(anInvitation({ area: null })) })
  expect(poster()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Poster' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  await waitFor(() => expect(poster()).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Poster' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
})
