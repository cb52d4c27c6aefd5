import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { aPlaydate, me } from '../../../testing/a-playdate.ts'
import { show } from '../../../testing/show.tsx'
import { daan, ok } from '../../../testing/stand-in-server.ts'
import { Page } from '../create-playdate.tsx'

// Lazy modules are loaded first, so that no test waits for a slow disk.
beforeAll(() =>
  Promise.all([
    import('@papadag/ui/calendar/calendar'),
    import('@papadag/ui/layers/dialog'),
    import('../../../features/playdates/form/more-options.tsx'),
    import('../../../features/playdates/form/form-preview.tsx'),
    import('../../../features/playdates/form/children-field.tsx'),
    import('../../../features/playdates/form/typed-day.tsx'),
  ]),
)
beforeEach(async () => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T09:00:00') })
  await showLanguage('en')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const windows = { phone: 390, tablet: 800, desktop: 1280 }

/** The form of a new playdate in a window of that width. */
function open(window: keyof typeof windows = 'desktop', { busy = false, children = 0, at = '/create' } = {}) {
  const width = windows[window]
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, from = '0'] = /width >= (\d+)rem/.exec(query) ?? []
    const [, below = '9999'] = /width < (\d+)px/.exec(query) ?? []
    const matches = /width/.test(query) && width >= Number(from) * 16 && width < Number(below)
    return { matches, addEventListener() {}, removeEventListener() {} }
  })
  const planned = aPlaydate({
    participants: [me],
    myStatus: 'creator',
    startTime: new Date('2026-11-27T10:00:00').toISOString(),
    endTime: new Date('2026-11-27T11:00:00').toISOString(),
  })
  const childrenInfo = Array.from({ length: children }, () => ({ name: 'Noor', age: 4, birthMonth: '2022-01' }))
  const own = { ...daan, childrenInfo }
  return show(<Page />, at, { 'GET /api/users/me/playdates': () => ok(busy ? [planned] : []) }, own)
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const set = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const day = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name, hidden: true })
const board = () => screen.queryByText('This is how it will look on the board')
const preview = async () => {
  await waitFor(() => expect(board()?.parentElement?.textContent).toMatch(/\d\d:\d\d/))
  return [...(board()?.parentElement?.querySelectorAll('p') ?? [])].slice(1).map(({ textContent }) => textContent)
}
const dots = 'A dot means you already have plans.'

test.each([
  ['phone', false],
  ['tablet', false],
  ['desktop', true],
] as const)('whether a calendar and a preview are beside the form on a %s: %s', async (window, isThere) => {
  open(window)
  if (isThere) expect(await day(/^Friday, 27 November 2026/)).toBeDefined()
  expect(board() !== null).toBe(isThere)
  expect(screen.queryByRole('grid') !== null).toBe(isThere)
})

test.each([true, false])('the calendar beside the form marks days with plans, if there are any: %s', async busy => {
  open('desktop', { busy })
  if (busy) expect(await day(/^Friday, 27 November 2026, you already have plans/)).toBeDefined()
  else expect((await day(/^Friday, 27 November 2026/)).getAttribute('aria-label')).not.toContain('plans')
  expect(screen.queryByText(dots) !== null).toBe(busy)
})

test('a day pressed in the calendar beside the form becomes the date', async () => {
  open()
  await userEvent.click(await day(/^Sunday, 29 November 2026/))
  expect(screen.getByRole('button', { name: /^Date/ }).textContent).toBe('Sunday, 29 November 2026')
})

test('the preview shows what is typed, and a question where nothing has been', async () => {
  open()
  expect(await preview()).toEqual(['What are we going to do?', '10:00 – 11:00', 'Where?'])
  await userEvent.type(field('What are we going to do?'), 'Kites')
  await userEvent.type(field('Where?'), 'Beach')
  set('From', '14:00')
  expect(await preview()).toEqual(['Kites', '14:00 – 15:00', 'Beach'])
  // A cleared time is drawn as the usual one.
  set('Until', '')
  set('From', '')
  expect(await preview()).toEqual(['Kites', '10:00 – 10:00', 'Beach'])
})

test('the preview of a home shows what others see of it', async () => {
  open('desktop', { at: '/create?title=Kites&location=Dorpsstraat+1&for=participants&area=Oost' })
  expect(await preview()).toEqual(['Kites', '10:00 – 11:00', 'Oost', 'Address visible after joining'])
})

test.each([true, false])(
  'on a phone a father chooses the date in a sheet, which explains the dots if there are any: %s',
  async busy => {
    open('phone', { busy })
    const button = screen.getByRole('button', { name: /^Date/ })
    expect(button.getAttribute('aria-haspopup')).toBe('dialog')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(button)
    const sheet = within(await screen.findByRole('dialog', { name: 'Choose a date' }))
    await sheet.findByRole('button', { name: /^Friday, 27 November 2026/ })
    expect(sheet.queryByText(dots) !== null).toBe(busy)
    expect(sheet.queryByLabelText('Or type the date')).toBeNull()
    await userEvent.click(sheet.getByRole('button', { name: /^Saturday, 28 November 2026/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: /^Date/ }).textContent).toBe('Saturday, 28 November 2026')
  },
)

test('on a wider screen the calendar opens beside the field, not in a sheet', async () => {
  open('tablet')
  const button = screen.getByRole('button', { name: /^Date/ })
  expect(button.getAttribute('popovertarget')).toBeTruthy()
  await userEvent.click(button)
  expect(document.querySelector('dialog')).toBeNull()
})

test.each([
  ['Europe/Amsterdam', undefined],
  ['America/New_York', 'Time in New York'],
])('the form in a browser in %s says which place’s time is meant, if it is not obvious', (zone, said) => {
  vi.stubEnv('TZ', zone)
  open()
  expect(screen.queryByText(/^Time in/)?.textContent).toBe(said)
})

test('the town suggested for a home does not replace what a father has typed', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'More options' }))
  const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }))
  await choose(/Only those who join/)
  expect(field(/Neighbourhood or city/).value).toBe('Utrecht')
  await userEvent.clear(field(/Neighbourhood or city/))
  await userEvent.type(field(/Neighbourhood or city/), 'Oost')
  await choose(/Everybody sees/)
  expect(screen.queryByLabelText(/Neighbourhood or city/)).toBeNull()
  await choose(/Only those who join/)
  expect(field(/Neighbourhood or city/).value).toBe('Oost')
})

test('a father with many children has room for them and four others', async () => {
  open('desktop', { children: 14 })
  const along = await screen.findByLabelText<HTMLInputElement>('How many of your own children are you bringing?')
  expect(along.value).toBe('12')
  expect(await screen.findByText('Room for 17: the 13 of you and 4 more.')).toBeDefined()
})
