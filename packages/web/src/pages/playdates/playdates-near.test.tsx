import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { reads } from '../../platform/data/reads.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { daan, type Handlers, ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()
afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'))

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

test('a list that is empty because a father’s position is unknown says so, and asks for it', async () => {
  open({}, '/playdates?km=10')
  expect(await screen.findByText('We weten niet wat bij jou in de buurt is')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Zeg waar je woont' }))
  expect(await screen.findByRole('dialog', { name: 'Waar woon je ongeveer?' })).toBeTruthy()
})

/** A browser that finds him there. */
function located() {
  const getCurrentPosition = vi.fn((found: (at: object) => void) =>
    found({ coords: { latitude: 52.37654, longitude: 4.90123 } }),
  )
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  return getCurrentPosition
}
const choose = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('distances from a known home need neither the father’s position nor a question', async () => {
  const user = { ...daan, home: { latitude: 52.09, longitude: 5.12, isCity: true } }
  const asksWhere = located()
  open({ 'GET /api/user': () => ok(user), 'GET /api/playdates/upcoming': () => ok([aPlaydate()]) })
  reads.setQueryData(['/api/user'], user)
  await choose('Binnen 5 km')
  await waitFor(() => expect(location.search).toBe('?km=5'))
  expect(asksWhere).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Zet bovenaan wat bij mij in de buurt is' })).toBeNull()
})

// The last test, since the browser is located from then on.
test('a browser that can find a father is asked once, and the server learns roughly where', async () => {
  const asksWhere = located()
  const { asked } = open({ 'GET /api/playdates/upcoming': () => ok([aPlaydate({ nearKm: 10 })]) })
  await choose('Binnen 5 km')
  await waitFor(() => expect(location.search).toBe('?km=5'))
  expect(screen.queryByRole('dialog')).toBeNull()
  const here = 'latitude=52.377&longitude=4.901'
  await waitFor(() => expect(asked).toContain(`GET /api/playdates/upcoming?${here}&withinKm=5&limit=41`))
  await choose('Binnen 2 km')
  await waitFor(() => expect(location.search).toBe('?km=2'))
  expect(asksWhere).toHaveBeenCalledOnce()
  await choose('Binnen 2 km')
  await waitFor(() => expect(asked).toContain(`GET /api/playdates/upcoming?${here}&order=parts&limit=41`))
  expect(await screen.findByText('binnen 10 km')).toBeTruthy()
})
