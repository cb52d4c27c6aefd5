import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlace } from '../../../../testing/a-place.ts'
import { show } from '../../../../testing/show.tsx'
import { type Answer, type Handlers, ok, refused } from '../../../../testing/stand-in-server.ts'
import { PlaceSearch } from './place-search.tsx'

beforeEach(() => showLanguage('en'))

const at = (words: string) => `GET /api/places/search?q=${words}&type=playground&limit=8`
const utrecht = aPlace({ id: 1, name: 'Griftpark', address: 'Wittevrouwen, Utrecht' })
const second = aPlace({ id: 2, name: 'Zandbak', address: null })

function open(
  handlers: Handlers = { [at('Utrecht')]: () => ok([utrecht, second]) },
  props: Partial<Parameters<typeof PlaceSearch>[0]> = {},
) {
  const onChoose = vi.fn()
  const onWords = vi.fn()
  const onKey = vi.fn()
  const shown = show(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the window around it
    <div onKeyDown={({ key }) => onKey(key)}>
      <PlaceSearch words="" isHere={false} onWords={onWords} onChoose={onChoose} onArrive={undefined} {...props} />
    </div>,
    '/playground-map',
    handlers,
  )
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search for a city, street or playground' })
  const searches = () => shown.asked.filter(call => call.includes('/search'))
  return { onChoose, onWords, onKey, field, searches, ...shown }
}
const results = () => within(screen.getByRole('list')).getAllByRole('button')
const said = () => screen.getByRole('status').textContent

test('results are listed by name and address once typing pauses, and their number is announced', async () => {
  const { field, searches } = open()
  await userEvent.type(field, ' Utrecht ')
  await screen.findByRole('list')
  expect(results().map(({ textContent }) => textContent)).toEqual(['GriftparkWittevrouwen, Utrecht', 'Zandbak'])
  expect(said()).toBe('2 found')
  expect(screen.queryByText('Nothing found')).toBeNull()
  expect(searches()).toEqual([at('Utrecht')])
})

test('a search with two letters starts, and one with a single letter does not', async () => {
  const { field, searches, onChoose } = open({ [at('Oo')]: () => ok([]) })
  await userEvent.type(field, 'O{Enter}')
  expect(searches()).toEqual([])
  await userEvent.type(field, 'o{Enter}')
  expect(await screen.findAllByText('Nothing found')).toHaveLength(2)
  expect(said()).toBe('Nothing found')
  expect(screen.queryByRole('list')).toBeNull()
  expect(searches()).toEqual([at('Oo')])
  expect(onChoose).not.toHaveBeenCalled()
})

test('pressing a result chooses it, and the results disappear at once', async () => {
  const { field, onChoose } = open()
  await userEvent.type(field, 'Utrecht')
  await screen.findByRole('list')
  fireEvent.click(results()[1] ?? field)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(second)
  expect(screen.queryByRole('list')).toBeNull()
  expect(said()).toBe('')
})

test('Enter takes the first result, without waiting for a pause in typing', async () => {
  const { field, onChoose } = open()
  fireEvent.change(field, { target: { value: 'Utrecht' } })
  expect(onChoose).not.toHaveBeenCalled()
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(utrecht))
  // The list of places would find the same.
  expect(field.value).toBe('Utrecht')
})

test('what is typed is put in the address once typing pauses', async () => {
  const { field, onWords } = open()
  await userEvent.type(field, ' Utrecht ')
  await waitFor(() => expect(onWords.mock.calls).toEqual([['Utrecht']]))
})

test('words that came with the address move the map to the first result, and open nothing', async () => {
  const onArrive = vi.fn()
  const { field, onChoose } = open(undefined, { words: 'Utrecht', onArrive })
  expect(field.value).toBe('Utrecht')
  await waitFor(() => expect(onArrive).toHaveBeenCalledExactlyOnceWith(utrecht))
  expect(onChoose).not.toHaveBeenCalled()
  expect(screen.queryByRole('list')).toBeNull()
  await userEvent.click(field)
  expect(results()).toHaveLength(2)
})

test('words that came with a place leave the map at that place', () => {
  const { searches } = open(undefined, { words: 'Utrecht', isHere: true, onArrive: vi.fn() })
  expect(searches()).toEqual([])
})

test('words that came with the address and find nothing say so', async () => {
  open({ [at('Utrecht')]: () => ok([]) }, { words: 'Utrecht', onArrive: vi.fn() })
  expect(await screen.findAllByText('Nothing found')).toHaveLength(2)
})

test('Enter on a result chooses that one', async () => {
  const { field, onChoose } = open()
  await userEvent.type(field, 'Utrecht')
  await screen.findByRole('list')
  results()[1]?.focus()
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(second)
})

test('typing on after Enter undoes that choice, and typing the same again moves nothing', async () => {
  let answer = (_: Answer) => {}
  const { field, onChoose } = open({
    [at('Utrecht')]: () => new Promise<Answer>(resolve => (answer = resolve)),
    [at('Utrecht%20C')]: () => ok([second]),
    [at('Utrecht+C')]: () => ok([second]),
  })
  await userEvent.type(field, 'Utrecht{Enter} C')
  answer(ok([utrecht]))
  expect((await screen.findByRole('list')).textContent).toBe('Zandbak')
  await userEvent.type(field, '{Backspace}{Backspace}')
  await waitFor(() => expect(screen.getByRole('list').textContent).toContain('Griftpark'))
  expect(onChoose).not.toHaveBeenCalled()
})

test('Escape closes the results but not the window they are in, and the field keeps the focus', async () => {
  const { field, onKey } = open()
  await userEvent.type(field, 'Utrecht')
  await screen.findByRole('list')
  results()[0]?.focus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('list')).toBeNull()
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
  expect(onKey).not.toHaveBeenCalledWith('Escape')
  await userEvent.keyboard('{Escape}')
  expect(onKey).toHaveBeenCalledWith('Escape')
})

test('keys other than Escape do not close the results', async () => {
  const { field } = open()
  await userEvent.type(field, 'Utrecht')
  await screen.findByRole('list')
  results()[0]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(results()).toHaveLength(2)
})

test('a search for a playground that fails says so', async () => {
  const { field } = open({ [at('Utrecht')]: () => refused(404, 'route.unknown', 'No.') })
  await userEvent.type(field, 'Utrecht{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Search is not working at the moment.')
  expect(screen.queryByRole('list')).toBeNull()
  expect(said()).toBe('')
})
