import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'
import { ParentSheet } from './parent-link.tsx'

beforeEach(() => showLanguage('nl'))

const url = 'https://papadag.example/m/token'
const joined = aPlaydate({ participants: [kwame, me], myStatus: 'joined' })
const home = { locationVisibility: 'participants', area: 'Oost' } as const

function open(playdate: Parameters<typeof ParentSheet>[0]['playdate'], links: object, handlers: Handlers = {}) {
  return show(<ParentSheet playdate={playdate} />, '/playdates?open=7', {
    'GET /api/playdates/7/parent-links': () => ok(links),
    ...handlers,
  })
}

const section = async () => within(await screen.findByRole('dialog', { name: 'Stuur het thuisfront' }))

test('a participant opens his link for the other parent, and revokes it', async () => {
  let own: string | null = null
  open(
    joined,
    {},
    {
      'GET /api/playdates/7/parent-links': () => ok({ url: own }),
      'POST /api/playdates/7/parent-links': () => {
        own = url
        return { status: 201, body: { url } }
      },
      'DELETE /api/playdates/7/parent-links': () => {
        own = null
        return { status: 204 }
      },
    },
  )
  const part = await section()
  expect(await part.findByDisplayValue(url)).toBeTruthy()
  expect(part.getByText('Iedereen met deze link kan hem openen.')).toBeTruthy()
  // Nothing about how many others have one: that is the creator's.
  expect(part.queryByText(/Er (is|zijn)/)).toBeNull()
  await userEvent.click(part.getByRole('button', { name: 'Deze link intrekken' }))
  await part.findByRole('button', { name: 'Maak een link' })
  expect(document.activeElement?.textContent).toMatch(/^Een pagina met alleen waar en wanneer/)
})

test('at a home the link shows only the neighbourhood, and says so', async () => {
  open({ ...joined, ...home }, { url })
  expect(await (await section()).findByText(/Er staat alleen de buurt/)).toBeTruthy()
  expect((await section()).queryByRole('switch')).toBeNull()
})

test('the creator sees how many links there are, and lets them show the address of a home', async () => {
  const sent = vi.fn()
  let showsAddress = false
  open(
    aPlaydate({ participants: [me, kwame], myStatus: 'creator', ...home }),
    {},
    {
      'GET /api/playdates/7/parent-links': () => ok({ url, count: 2, showsAddress }),
      'PUT /api/playdates/7/parent-links': body => {
        sent(body)
        showsAddress = true
        return { status: 204 }
      },
    },
  )
  const part = await section()
  expect(await part.findByText('Er zijn 2 links voor andere ouders bij deze speelafspraak.')).toBeTruthy()
  const toggle = part.getByRole('switch', { name: 'Toon het adres op deze pagina’s' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(toggle)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(sent.mock.calls).toEqual([[{ showsAddress: true }]])
})

test('the link has nothing to hide at a public place, and the number of links is not shown when there are none', async () => {
  open(aPlaydate({ participants: [me, kwame], myStatus: 'creator' }), { url, count: 0, showsAddress: false })
  const part = await section()
  await part.findByDisplayValue(url)
  expect(part.queryByRole('switch')).toBeNull()
  expect(part.queryByText(/Er (is|zijn)/)).toBeNull()
})

test('a refusal is shown in the server’s words, and a failed read can be tried again', async () => {
  let isUp = false
  open(
    joined,
    {},
    {
      'GET /api/playdates/7/parent-links': () =>
        isUp ? ok({ url: null }) : refused(503, 'server.unavailable', 'Even geduld.'),
      'POST /api/playdates/7/parent-links': () => refused(409, 'playdate.over', 'Deze speelafspraak is voorbij.'),
    },
  )
  const part = await section()
  const again = await part.findByRole('button', { name: 'Opnieuw proberen' })
  isUp = true
  await userEvent.click(again)
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'De link kon niet worden gemaakt.',
      description: 'Deze speelafspraak is voorbij.',
    }),
  )
})
