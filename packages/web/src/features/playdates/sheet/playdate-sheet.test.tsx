import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reads } from '../../../platform/data/reads.ts'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { type Answer, daan, type Handlers, ok, refused } from '../../../testing/stand-in-server.ts'
import { shownToast } from '../../../testing/toasts.ts'
import { PlaydateSheet } from './playdate-sheet.tsx'

beforeAll(() =>
  Promise.all([
    import('../open/open-section.tsx'),
    import('../series/series-section.tsx'),
    import('./folded.tsx'),
    import('./safe-meeting.tsx'),
  ]),
)
beforeEach(() => showLanguage('en'))

const withChildren = (count: number) =>
  Array.from({ length: count }, () => ({ name: 'Noor', age: 4, birthMonth: '2022-01' }))

type Shown = { known?: Partial<Playdate> | undefined; open?: boolean; ofHis?: number; handlers?: Handlers }

/** The sheet of a playdate; what was known of it is what is read, unless said otherwise. */
function sheetOf(answer: Handlers[string], { known, open = true, ofHis = 0, handlers = {} }: Shown = {}) {
  const onClose = vi.fn()
  const shown = show(
    <PlaydateSheet id={7} known={known && aPlaydate(known)} open={open} onClose={onClose} />,
    '/playdates?open=7',
    { 'GET /api/playdates/7': answer, 'GET /api/users/me/safe-meeting': () => ok({ isDue: false }), ...handlers },
    { ...daan, childrenInfo: withChildren(ofHis) },
  )
  return { ...shown, onClose }
}

async function open(changes: Partial<Playdate>, shown: Omit<Shown, 'known'> = {}) {
  const all = sheetOf(() => ok(aPlaydate(changes)), { ...shown, known: changes })
  await waitFor(() => expect(all.asked).toContain('GET /api/playdates/7'))
  return { ...all, sheet: within(await screen.findByRole('dialog', { name: 'Modderen' })) }
}
type Sheet = Awaited<ReturnType<typeof open>>['sheet']

/** Opens what few need at once. */
const unfold = async (sheet: Sheet) => userEvent.click(await sheet.findByRole('button', { name: /^More/ }))
/** Opens what stands behind the faces. */
const everybody = async (sheet: Sheet) => userEvent.click(sheet.getByTitle('Show everybody by name'))

/** The creator’s words, once they can be read; until then they only take their room. */
const readable = (sheet: Sheet) => sheet.queryAllByText('Bring boots.').find(one => !one.hasAttribute('aria-hidden'))

const joined = { participants: [kwame, me], myStatus: 'joined' as const }
const his = { participants: [me, kwame], myStatus: 'creator' as const }
const never = () => new Promise<Answer>(() => {})

test('a sheet that loads for long already has a title, and then shows what was read', async () => {
  let answer = () => {}
  const { onClose } = sheetOf(
    () =>
      new Promise(resolve => {
        answer = () => resolve(ok(aPlaydate({ description: 'Bring boots.' })))
      }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  const loading = within(await screen.findByRole('dialog', { name: 'Playdate' }))
  expect(loading.getByText('Loading...')).toBeDefined()
  expect(loading.queryByRole('button', { name: /^Join/ })).toBeNull()
  await waitFor(() => answer())
  await act(async () => answer())
  const sheet = within(await screen.findByRole('dialog', { name: 'Modderen' }))
  await waitFor(() => expect(readable(sheet)).toBeDefined())
  expect(sheet.queryByText('Loading...')).toBeNull()
  expect(sheet.getByRole('button', { name: /^Join/ })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('a sheet that cannot be loaded says so and can be tried again', async () => {
  const { handlers, onClose } = sheetOf(() => refused(403, 'user.stopped', 'No.'))
  expect(await screen.findByText('An error occurred while loading your playdates')).toBeDefined()
  expect(screen.queryByText('Loading...')).toBeNull()
  handlers['GET /api/playdates/7'] = () => ok(aPlaydate())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('dialog', { name: 'Modderen' })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  expect(shownToast()).toBeUndefined()
})

test('the sheet of a playdate that is gone closes and says so', async () => {
  const { onClose } = sheetOf(() => refused(404, 'playdate.unknown', 'Gone.'), { known: {} })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  await waitFor(() => expect(shownToast()).toMatch(/^This playdate is no longer there/))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a closed sheet reads nothing', async () => {
  const { asked, onClose } = sheetOf(never, { known: {}, open: false })
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test('once the playdate has been read, only its distance is taken from the list', async () => {
  const read = Promise.withResolvers<Answer>()
  sheetOf(() => read.promise, {
    known: { metresAway: 1200, description: 'Old words.', waiting: { position: 1, children: 0 }, cancelReason: 'x' },
  })
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findByText('Old words.')).toBeDefined()
  read.resolve(ok(aPlaydate()))
  await waitFor(() => expect(sheet.queryByText('Old words.')).toBeNull())
  expect(sheet.getByText('1.2 km')).toBeDefined()
  expect(sheet.queryByRole('button', { name: /^Not after all/ })).toBeNull()
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['planned', {}, false],
  ['cancelled', { state: 'cancelled', cancelReasonKind: 'weather' }, true],
])('the sheet of a playdate that is %s says if it was cancelled', async (_, changes, isOff) => {
  const { sheet } = await open({ ...joined, ...changes })
  expect(sheet.queryByText('This playdate is cancelled') !== null).toBe(isOff)
  expect(sheet.queryByText('The weather') !== null).toBe(isOff)
  expect(sheet.getByRole('heading', { level: 3 }).textContent).toMatch(isOff ? /^Who was coming/ : /^Who’s coming/)
})

const series = { id: 3, every: 'week', until: '2099-05-26' } as const
test.each<[string, Partial<Playdate>, RegExp | undefined]>([
  ['comes once', {}, undefined],
  ['needs three', { minimumFathers: 3 }, /Goes ahead from 3 dads/],
  ['comes back', { series }, /The series could not be loaded/],
])('the sheet of a playdate that %s says how it takes place', async (_, changes, said) => {
  const { sheet, asked } = await open(changes, {
    handlers: { 'GET /api/series/3': () => refused(403, 'user.stopped', '') },
  })
  await unfold(sheet)
  if (said) expect((await sheet.findAllByText(said)).length).toBeGreaterThan(0)
  await act(async () => {})
  expect(sheet.queryAllByText(/Goes ahead|series/).length > 0).toBe(said !== undefined)
  expect(asked.includes('GET /api/series/3')).toBe(changes.series !== undefined)
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['another father’s playdate', {}, true],
  ['a playdate he has joined', joined, true],
  ['his own playdate', his, false],
  ['a playdate that is over', { ...joined, ...yesterday }, false],
  ['a cancelled playdate', { ...joined, state: 'cancelled' }, false],
])('whether the sheet says how to meet unknown fathers safely on %s: %s', async (_, changes, isSaid) => {
  const { sheet, asked } = await open(changes, {
    handlers: { 'GET /api/users/me/safe-meeting': () => ok({ isDue: true }) },
  })
  if (isSaid) expect(await sheet.findByText('Meeting dads you don’t know yet')).toBeDefined()
  await act(async () => {})
  expect(sheet.queryByText('Meeting dads you don’t know yet') !== null).toBe(isSaid)
  expect(asked.includes('GET /api/users/me/safe-meeting')).toBe(isSaid)
})

test.each<[string, Answer, boolean]>([
  ['due', ok({ isDue: true }), true],
  ['not due', ok({ isDue: false }), false],
  ['unknown', refused(500, 'server.error', 'No.'), false],
])('the text below the advice waits until it is %s, so that it does not move', async (_, answer, isSaid) => {
  const advice = Promise.withResolvers<Answer>()
  const { sheet } = await open(
    { description: 'Bring boots.' },
    { handlers: { 'GET /api/users/me/safe-meeting': () => advice.promise } },
  )
  await act(async () => {})
  expect(readable(sheet)).toBeUndefined()
  expect(sheet.getByText('Loading...')).toBeDefined()
  advice.resolve(answer)
  await waitFor(() => expect(readable(sheet)).toBeDefined())
  expect(sheet.queryByText('Meeting dads you don’t know yet') !== null).toBe(isSaid)
})

test('the text below the advice waits for it only once', async () => {
  const answers = [() => refused(500, 'server.error', 'No.'), never]
  const advice = { 'GET /api/users/me/safe-meeting': () => (answers.shift() ?? never)() }
  const { sheet } = await open({ description: 'Bring boots.' }, { handlers: advice })
  await waitFor(() => expect(readable(sheet)).toBeDefined())
  act(() => void reads.invalidateQueries())
  await waitFor(() => expect(answers).toEqual([]))
  expect(readable(sheet)).toBeDefined()
})

test('the text below the advice waits only a short time for it', async () => {
  const advice = { 'GET /api/users/me/safe-meeting': never }
  const { sheet } = await open({ description: 'Bring boots.' }, { handlers: advice })
  expect(readable(sheet)).toBeUndefined()
  await waitFor(() => expect(readable(sheet)).toBeDefined())
})

test('the sheet of a father’s own playdate does not wait for the advice', async () => {
  const { sheet } = await open(
    { ...his, description: 'Bring boots.' },
    { handlers: { 'GET /api/users/me/safe-meeting': never } },
  )
  expect(readable(sheet)).toBeDefined()
})

test('once it has been read the advice disappears, and the focus is back in the sheet', async () => {
  const { sheet, handlers, asked } = await open(
    {},
    { handlers: { 'GET /api/users/me/safe-meeting': () => ok({ isDue: true }) } },
  )
  handlers['PUT /api/users/me/safe-meeting'] = () => ({ status: 204 })
  handlers['GET /api/users/me/safe-meeting'] = () => ok({ isDue: false })
  await userEvent.click(await sheet.findByRole('button', { name: 'Got it' }))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  await waitFor(() => expect(sheet.queryByText('Meeting dads you don’t know yet')).toBeNull())
  expect(asked).toContain('PUT /api/users/me/safe-meeting')
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['with words', { description: 'Bring boots.' }, true],
  ['without words', {}, false],
])('the sheet of a playdate %s from its creator shows them if there are any', async (_, changes, isThere) => {
  const { sheet } = await open(changes)
  const paragraphs = sheet.queryByText('Bring boots.')
  expect(paragraphs?.tagName).toBe(isThere ? 'P' : undefined)
  expect(screen.getByRole('dialog').querySelectorAll('p.whitespace-pre-line')).toHaveLength(isThere ? 1 : 0)
})

/** What stands beside the heading above the faces. */
const head = (sheet: Sheet) =>
  sheet.getByRole('heading', { level: 3, name: /^Who/ }).nextElementSibling?.textContent ?? ''
test.each<[string, Partial<Playdate>, string]>([
  ['others and room', {}, '4 places left'],
  ['one place', { maxParticipants: 2 }, '1 place left'],
  ['no place', { maxParticipants: 1 }, 'Full'],
  ['others who wait for his', { ...his, waitingCount: 2 }, '3 places left · 2 are waiting'],
  ['nobody who waits for his', { ...his, waitingCount: 0 }, '3 places left'],
  ['one who waits for another’s', { ...joined, waitingCount: 1 }, '3 places left · 1 is waiting'],
  ['no places of one that is cancelled', { state: 'cancelled' }, ''],
  ['no places of one that is over', yesterday, ''],
])('the sheet says how many places are left and who waits: %s', async (_, changes, said) => {
  const { sheet } = await open(changes)
  expect(head(sheet)).toBe(said)
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['his own playdate with others waiting', { ...his, waitingCount: 1 }, true],
  ['his own playdate with nobody waiting', { ...his, waitingCount: 0 }, false],
  ['another father’s playdate with others waiting', { ...joined, waitingCount: 1 }, false],
])('whether the sheet of %s shows the waiting fathers: %s', async (_, changes, isShown) => {
  const { sheet, asked } = await open(changes, {
    handlers: { 'GET /api/playdates/7/waiting': () => ok([{ ...youssef, children: 0 }]) },
  })
  expect(asked).not.toContain('GET /api/playdates/7/waiting')
  await everybody(sheet)
  if (isShown) {
    const link = await sheet.findByRole('link', { name: /Youssef El Amrani/ })
    expect(link.getAttribute('href')).toBe('/users/3')
    expect(link.textContent).not.toContain('child')
  }
  await act(async () => {})
  expect(asked.includes('GET /api/playdates/7/waiting')).toBe(isShown)
  expect(sheet.queryByRole('heading', { name: 'Waiting list' }) !== null).toBe(isShown)
})

test.each<[string, Partial<Playdate>, string]>([
  ['one to come', {}, 'Who’s coming'],
  ['one that is over', yesterday, 'Who was there'],
  ['one that was cancelled', { ...yesterday, state: 'cancelled' }, 'Who was coming'],
])('the heading above the faces is in the time of %s', async (_, changes, said) => {
  const { sheet } = await open(changes)
  expect(sheet.getByRole('heading', { name: /^Who/ }).textContent).toBe(said)
})

test('the sheet of an open hour shows no count', async () => {
  const { sheet } = await open({ kind: 'open' })
  expect(await sheet.findByText(/No need to join:/)).toBeDefined()
  expect(sheet.getByRole('heading', { name: /^Who/ }).textContent).toBe('Who’s there')
  expect(head(sheet)).toBe('')
  expect(sheet.queryByRole('button', { name: 'Choose' })).toBeNull()
  expect(sheet.queryByRole('button', { name: /^Join/ })).toBeNull()
})
