import type { Playdate } from '@papadag/contract/playdates/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { announceNew } from '../../features/playdates/list/playdate-to-show.ts'
import { reads } from '../../platform/data/reads.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../../testing/a-playdate.ts'
import { card, openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { daan, ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()

test.each([
  ['/playdates', 3],
  ['/playdates?tab=past', 2],
])('skeletons are shown while %s loads, and loading is announced once', async (at, outlines) => {
  const never = () => new Promise<never>(() => {})
  openPlaydates([], { 'GET /api/playdates/upcoming': never, 'GET /api/playdates/past': never }, at)
  const loading = screen.getByRole('status')
  expect(loading.textContent).toBe('Laden...')
  expect(loading.querySelectorAll('[aria-hidden] .skeleton')).not.toHaveLength(0)
  expect(loading.querySelectorAll(':scope > [aria-hidden]')).toHaveLength(outlines)
})

test('the upcoming tab is open first with a count, and the past tab is in the address', async () => {
  const user = userEvent.setup()
  const { asked } = openPlaydates([aPlaydate()])
  await card()
  expect(screen.getByRole('tab', { name: 'Komend 1', selected: true })).toBeTruthy()
  expect(asked).not.toContain('GET /api/playdates/past')
  await user.click(screen.getByRole('tab', { name: 'Geweest' }))
  expect(location.pathname + location.search).toBe('/playdates?tab=past')
  await screen.findByText('Nog geen herinneringen')
  await user.click(screen.getByRole('tab', { name: /Komend/ }))
  expect(location.pathname + location.search).toBe('/playdates')
})

test.each<[string, Partial<Playdate>, string]>([
  ['offers to plan a playdate again, and does not repeat on its card that it is over', {}, 'Nog een keer'],
  ['says which one was cancelled', { state: 'cancelled' }, 'Gaat niet door'],
])('the past tab %s', async (_, changes, said) => {
  const past = aPlaydate({ ...yesterday, participants: [kwame, me], myStatus: 'joined', ...changes })
  openPlaydates([], { 'GET /api/playdates/past': () => ok([past]) }, '/playdates?tab=past')
  expect(await within(await card()).findByText(said)).toBeTruthy()
  expect(within(await card()).queryByText('Geweest')).toBeNull()
})

test('an empty list shows an illustration, and in English the sentence of the specification', async () => {
  await showLanguage('en')
  openPlaydates([])
  const main = screen.getByRole('main')
  expect(await within(main).findByRole('link', { name: 'New Playdate', description: '' })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Past' }))
  expect(await screen.findByText(/You don't have any past playdates yet\./)).toBeTruthy()
})

test('a hidden playdate tells its creator that it is hidden, why, and how to object', async () => {
  document.head.innerHTML = '<meta name="server-facts" data-contact="beheer@papadag.example">'
  const hidden = { reason: 'Dit is een winkel', rule: 'Huisregel 7', isAutomatic: false, reference: 'B5' }
  const playdate = aPlaydate({ participants: [me], myStatus: 'creator', hidden })
  openPlaydates([playdate], { 'GET /api/playdates/7': () => ok(playdate) }, '/playdates?open=7')
  expect((await card()).textContent).toContain('Verborgen door moderators')
  const sheet = await screen.findByRole('dialog', { name: 'Modderen' })
  const why = await within(sheet).findByText('Deze speelafspraak is verborgen: alleen jij ziet hem nog')
  const told = why.parentElement as HTMLElement // what stands with it
  for (const part of ['Dit is een winkel', 'Huisregel 7', 'Dit heeft een mens besloten', 'B5']) {
    expect(told.textContent).toContain(part)
  }
  expect(within(told).getByRole('link', { name: 'Huisregels' }).getAttribute('href')).toBe('#rules')
  const mail = within(told).getByRole('link', { name: 'beheer@papadag.example' })
  expect(mail.getAttribute('href')).toBe('mailto:beheer@papadag.example?subject=B5')
})

test('the list loads more until it contains the new playdate', async () => {
  const all = Array.from({ length: 120 }, (_, at) => aPlaydate({ id: at + 1, title: `Afspraak ${at + 1}` }))
  announceNew(100)
  const page = (limit: number) => [`GET /api/playdates/upcoming?limit=${limit}`, () => ok(all.slice(0, limit))] as const
  openPlaydates([], Object.fromEntries([page(41), page(81), page(161)]))
  expect(await screen.findByRole('heading', { name: 'Afspraak 100' })).toBeTruthy()
})

test('a list that fails to load says so, and loads on retry', async () => {
  const { handlers } = openPlaydates([], {
    'GET /api/playdates/upcoming': () => refused(503, 'server.unavailable', 'Even.'),
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Je speelafspraken konden niet worden geladen')
  handlers['GET /api/playdates/upcoming'] = () => ok([aPlaydate()])
  await userEvent.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  await card()
})

test('a playdate card shows time, location, participants and how full it is', async () => {
  const times = {
    startTime: new Date(2030, 5, 1, 10).toISOString(),
    endTime: new Date(2030, 5, 1, 11, 30).toISOString(),
  }
  openPlaydates([aPlaydate({ ...times, participants: [{ ...kwame, children: 2 }, youssef, me] })])
  const text = (await card()).textContent
  for (const part of [
    'Modderen',
    '10:00 – 11:30',
    'Westerpark, Amsterdam',
    '+1',
    '5 / 5',
    '5 plekken van de 5 bezet',
  ]) {
    expect(text).toContain(part)
  }
  expect(screen.getByRole('img', { name: 'Er komen: Kwame Mensah, Youssef El Amrani, Daan de Vries' })).toBeTruthy()
})

test.each<[string, Partial<Playdate>, string, boolean]>([
  ['has room', {}, 'Ik doe mee: Modderen', true],
  ['is full', { maxParticipants: 1 }, 'Zet me op de wachtlijst: Modderen', true],
  ['he is on', { participants: [kwame, me], myStatus: 'joined' }, 'Je gaat mee: Modderen. Afmelden', true],
  [
    'he is on and is full',
    { participants: [kwame, me], myStatus: 'joined', maxParticipants: 2 },
    'Je gaat mee: Modderen. Afmelden',
    true,
  ],
  ['is over', { ...yesterday, participants: [kwame, me], myStatus: 'joined' }, 'Geweest', false],
])('on a playdate that %s, the button offers what can be done', async (_, changes, name, enabled) => {
  openPlaydates([aPlaydate(changes)])
  const button = await within(await card()).findByRole('button', { name })
  expect(button.hasAttribute('disabled')).toBe(!enabled)
})

test.each<[string, Playdate, readonly string[]]>([
  [
    'his own',
    aPlaydate({ participants: [me], myStatus: 'creator' }),
    ['Bewerken', 'Delen', 'Zet in agenda', 'Verwijderen'],
  ],
  ["another's", aPlaydate(), ['Delen', 'Zet in agenda', 'Melden']],
])('the menu of %s playdate offers what is allowed', async (_, playdate, items) => {
  const user = userEvent.setup()
  openPlaydates([playdate])
  await card()
  await user.click(screen.getByRole('button', { name: 'Meer opties voor Modderen' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(items)
})

test('a father’s own playdate says so, and cannot be joined or left', async () => {
  openPlaydates([aPlaydate({ participants: [me], myStatus: 'creator' })])
  expect((await card()).textContent).toContain('Jouw afspraak')
  expect(screen.queryByRole('button', { name: /Ik doe mee|Afmelden/ })).toBeNull()
})

test('deleting asks first in the words of the specification, and then focuses the page title', async () => {
  const user = userEvent.setup()
  const { handlers } = openPlaydates([aPlaydate({ participants: [me], myStatus: 'creator' })], {
    'DELETE /api/playdates/7': () => {
      handlers['GET /api/playdates/upcoming'] = () => ok([])
      return { status: 204 }
    },
  })
  await card()
  await user.click(screen.getByRole('button', { name: 'Meer opties voor Modderen' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Verwijderen' }))
  const question = await screen.findByRole('alertdialog', { name: 'Speelafspraak verwijderen?' })
  expect(question.textContent).toContain('Weet je zeker dat je deze speelafspraak wilt verwijderen?')
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }))
  await screen.findByText('Nog niets gepland')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a father can repeat a past playdate with a form that is already filled in', async () => {
  const whatWas = { description: 'Laarzen aan.', placeId: 7 }
  const over = aPlaydate({ ...yesterday, ...whatWas, participants: [kwame, me], myStatus: 'joined' })
  openPlaydates([], { 'GET /api/playdates/past': () => ok([over]) }, '/playdates?tab=past')
  const again = await screen.findByRole('link', { name: 'Nog een keer' })
  const { pathname, searchParams } = new URL(again.getAttribute('href') ?? '', location.origin)
  expect(pathname).toBe('/create')
  expect(Object.fromEntries(searchParams)).toEqual({
    title: 'Modderen',
    location: 'Westerpark, Amsterdam',
    place: '7',
    description: 'Laarzen aan.',
  })
  expect(screen.getByRole('link', { name: 'Modderen' }).getAttribute('href')).toBe('/playdates?tab=past&open=7')
})

test('pressing the title opens the sheet by address, and closing it goes back', async () => {
  const user = userEvent.setup()
  const playdate = aPlaydate({
    description: 'Laarzen aan.\nDroge sokken mee.',
    participants: [{ ...kwame, children: 2 }],
  })
  openPlaydates([playdate], {
    'GET /api/playdates/7': () => ok(playdate),
    'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
  })
  await user.click(await screen.findByRole('link', { name: 'Modderen' }))
  const sheet = await screen.findByRole('dialog', { name: 'Modderen' })
  expect(location.search).toBe('?open=7')
  expect((await within(sheet).findByText(/Laarzen aan\.\s+Droge sokken mee\./)).className).toContain(
    'whitespace-pre-line',
  )
  expect(sheet.textContent).toContain('Kwame2 kinderen')
  expect(sheet.textContent).toContain('nog 2 plekken')
  await act(async () => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
})

test('filters are kept in the address, sent to the server, and remembered until cleared', async () => {
  const user = userEvent.setup()
  const { asked, unmount } = openPlaydates([aPlaydate({ metresAway: 1234 })])
  reads.setQueryData(['/api/user'], { ...daan, home: { latitude: 52.0907, longitude: 5.1214, isCity: true } })
  expect((await card()).textContent).toContain('1,2 km')
  await user.click(screen.getByRole('button', { name: 'Binnen 10 km' }))
  await user.click(screen.getByRole('button', { name: 'Nog plek' }))
  expect(location.search).toBe('?km=10&room=left')
  await waitFor(() => expect(asked).toContain('GET /api/playdates/upcoming?withinKm=10&room=1&limit=41'))
  expect(await screen.findByText(/^11 vallen buiten je keuze/)).toBeTruthy()
  // An opened playdate closes on the same choice.
  expect(screen.getByRole('link', { name: 'Modderen' }).getAttribute('href')).toBe('/playdates?km=10&room=left&open=7')
  unmount()

  const again = openPlaydates([])
  await waitFor(() => expect(location.search).toBe('?km=10&room=left'))
  // It is not read without them first.
  expect(again.asked).not.toContain('GET /api/playdates/upcoming?limit=41')
  await user.click(await screen.findByRole('button', { name: 'Toon alles' }))
  expect(location.search).toBe('')
  expect(localStorage.getItem('playdate_filters')).toBeNull()
})

test.each<[string, string, number | undefined, string]>([
  ['a new playdate', '/playdates', 7, ''],
  ['a tab', '/playdates?tab=past', undefined, '?tab=past'],
])('remembered filters do not hide %s', async (_, at, created, search) => {
  localStorage.setItem('playdate_filters', '1?km=5')
  if (created) announceNew(created)
  const { asked } = openPlaydates([aPlaydate()], {}, at)
  await waitFor(() => expect(asked).toContain('GET /api/playdates/upcoming?limit=41'))
  await act(async () => {})
  expect(location.search).toBe(search)
  expect(asked.some(call => call.includes('withinKm'))).toBe(false)
})

const many = Array.from({ length: 41 }, (_, at) => aPlaydate({ id: at + 1 }))
test.each<[string, Playdate[], boolean, string]>([
  ['that is complete', [aPlaydate()], true, 'Komend1'],
  ['that goes on', many, true, 'Komend'],
  ['offline, of which more may exist', [aPlaydate()], false, 'Komend'],
])('a list %s shows a number only if everything has been loaded', async (_, playdates, isOnline, said) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  openPlaydates(playdates)
  await screen.findAllByRole('article')
  expect(screen.getByRole('tab', { name: /^Komend/ }).textContent).toBe(said)
  vi.restoreAllMocks()
})

test('a sheet shows what the list knows until the playdate itself has been read', async () => {
  openPlaydates(
    [aPlaydate({ id: 6, title: 'Vliegeren' }), aPlaydate()],
    { 'GET /api/playdates/7': () => new Promise(() => {}) },
    '/playdates?open=7',
  )
  expect(await screen.findByRole('dialog', { name: 'Modderen' })).toBeTruthy()
})

test('a shared address opens a playdate outside the list', async () => {
  openPlaydates([], { 'GET /api/playdates/7': () => ok(aPlaydate()) }, '/playdates?open=7')
  await screen.findByRole('dialog', { name: 'Modderen' })
  await userEvent.click(screen.getByRole('button', { name: 'Sluiten' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname + location.search).toBe('/playdates')
})

test('the sheet of a deleted playdate closes by itself', async () => {
  openPlaydates(
    [],
    { 'GET /api/playdates/7': () => refused(404, 'playdate.unknown', 'Bestaat niet.') },
    '/playdates?open=7',
  )
  await waitFor(() => expect(location.pathname + location.search).toBe('/playdates'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an external picture is loaded through the product’s own server', async () => {
  const [elsewhere, ours] = [
    { ...kwame, profileImage: 'https://tracker.example/kwame.png' },
    { ...youssef, profileImage: '/uploads/0123.webp' },
  ]
  openPlaydates([aPlaydate({ participants: [elsewhere, ours] })])
  const sources = [...(await card()).querySelectorAll('img')].map(img => img.getAttribute('src'))
  expect(sources).toEqual(['/api/pictures?url=https%3A%2F%2Ftracker.example%2Fkwame.png', '/uploads/0123.webp'])
})
