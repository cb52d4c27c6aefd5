import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aPlaydate, kwame, me } from '../../testing/a-playdate.ts'
import { aSeries } from '../../testing/a-series.ts'
import { card, openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()

const weekly = { id: 3, every: 'week', until: '2027-05-26' } as const
const series = { ...aSeries, ...weekly }
const date = (changes = {}) => aPlaydate({ series: weekly, ...changes })

test('a card says that the playdate repeats, and how many fathers are still missing', async () => {
  openPlaydates([date({ minimumFathers: 3, fathersMissing: 2 })])
  expect(await within(await card()).findByText('Elke week')).toBeTruthy()
  expect((await card()).textContent).toContain('Gaat door vanaf 3 papa’s: nog 2')
})

test.each([
  ['Ik kom', true],
  ['Deze week niet', false],
])('a regular who is asked answers “%s” on the card', async (words, coming) => {
  const sent = vi.fn()
  let shown = date({ participants: [kwame, me], myStatus: 'joined', confirmation: 'due' })
  openPlaydates([], {
    'GET /api/playdates/upcoming': () => ok([shown]),
    'POST /api/playdates/7/confirm': body => {
      sent(body)
      shown = coming ? { ...shown, confirmation: 'confirmed' } : date({ confirmation: null })
      return ok(shown)
    },
  })
  await userEvent.click(await within(await card()).findByRole('button', { name: `${words}: Modderen` }))
  const after = coming ? /Afmelden$/ : /^Ik doe mee/
  expect(await within(await card()).findByRole('button', { name: after })).toBeTruthy()
  expect(sent.mock.calls).toEqual([[coming ? { coming, children: 0 } : { coming }]])
})

test('the question stays on the card after an answer that came too late', async () => {
  const answered = vi.fn()
  const asked = date({ participants: [kwame, me], myStatus: 'joined', confirmation: 'due' })
  openPlaydates([asked], {
    'POST /api/playdates/7/confirm': () => {
      answered()
      return refused(409, 'playdate.full', 'Vol is vol.')
    },
  })
  const button = await within(await card()).findByRole('button', { name: 'Ik kom: Modderen' })
  await userEvent.click(button)
  await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  expect(within(await card()).getByRole('button', { name: 'Ik kom: Modderen' })).toBeTruthy()
})

test('the sheet offers a standing place, and whoever has taken it can give it up', async () => {
  let standing: { children: number } | null = null
  openPlaydates(
    [date()],
    {
      'GET /api/playdates/7': () => ok(date()),
      'GET /api/series/3': () => ok({ ...series, standing }),
      'PUT /api/series/3/standing': () => {
        standing = { children: 0 }
        return ok({ standing: true })
      },
    },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findByText(/^Elke w\w+ · /)).toBeTruthy()
  await userEvent.click(await sheet.findByRole('button', { name: /^Meer/ }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Ik ben er meestal' }))
  expect(await sheet.findByRole('button', { name: 'Mijn vaste plek opgeven' })).toBeTruthy()
})

test('the creator renews his series in its last weeks, and sees its pauses', async () => {
  const mine = date({ participants: [me], myStatus: 'creator' })
  const renewed = vi.fn()
  const ending = { ...series, isMine: true, until: '2020-01-01', renewableUntil: '2027-05-26' }
  openPlaydates(
    [mine],
    {
      'GET /api/playdates/7': () => ok(mine),
      'GET /api/series/3': () => ok({ ...ending, pauses: [{ from: '2026-12-19', until: '2027-01-03' }] }),
      'POST /api/series/3/renew': () => {
        renewed()
        return ok(ending)
      },
    },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('button', { name: /^Meer/ }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Verlengen tot woensdag 26 mei' }))
  expect(renewed).toHaveBeenCalledOnce()
  expect(sheet.getByText(/za 19 dec – zo 3 jan/)).toBeTruthy()
})
