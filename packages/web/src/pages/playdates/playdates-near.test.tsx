import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { type Handlers, ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()

const near = aPlaydate({ title: 'Dichtbij' })

/** A user whose town is unknown, in a browser that cannot locate him. */
function open(handlers: Handlers = {}, at = '/playdates') {
  return openPlaydates(
    [aPlaydate()],
    { 'GET /api/playdates/upcoming?withinKm=10&limit=41': () => ok([]), ...handlers },
    at,
  )
}

test('a distance filter without a position asks for a town, and then filters', async () => {
  const sent = vi.fn()
  const { handlers, asked } = open({
    'PATCH /api/users/me/settings': body => {
      sent(body)
      return refused(400, 'user.unknownTown', 'Deze plaats kennen we niet.')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Binnen 10 km' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' }))
  expect(dialog.getByText(/We weten niet waar Utrecht ligt/)).toBeTruthy()
  const town = dialog.getByRole('textbox', { name: 'Een dorp of stad in de buurt' })
  await userEvent.type(town, 'Verweggistan{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Deze plaats kennen we niet.')
  expect(location.search).toBe('')

  handlers['PATCH /api/users/me/settings'] = body => {
    sent(body)
    return ok({})
  }
  handlers['GET /api/playdates/upcoming?withinKm=10&limit=41'] = () => ok([near])
  await userEvent.clear(town)
  await userEvent.type(town, 'Zwolle')
  await userEvent.click(dialog.getByRole('button', { name: 'Reken vanaf daar' }))
  await waitFor(() => expect(location.search).toBe('?km=10'))
  expect(sent.mock.calls).toEqual([[{ town: 'Verweggistan' }], [{ town: 'Zwolle' }]])
  expect(await screen.findByRole('heading', { name: 'Dichtbij' })).toBeTruthy()
  expect(asked).toContain('GET /api/user')
  expect(screen.getByRole('button', { name: 'Binnen 10 km', pressed: true })).toBeTruthy()
})

test('closing the question about the town leaves the list unchanged', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Binnen 5 km' }))
  const dialog = await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sluiten' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Binnen 5 km', pressed: false })).toBeTruthy())
  expect(location.search).toBe('')
  expect(screen.getByRole('heading', { name: 'Modderen' })).toBeTruthy()
})

test('a list that is empty because his position is unknown says so, and asks', async () => {
  open({}, '/playdates?km=10')
  expect(await screen.findByText('We weten niet wat bij jou in de buurt is')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Zeg waar je woont' }))
  expect(await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' })).toBeTruthy()
})
