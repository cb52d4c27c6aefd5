import type { Playdate } from '@papadag/contract/playdates'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { announceNew } from '../features/playdates/playdate-to-show.ts'
import { showLanguage } from '../platform/language.ts'
import { reads } from '../platform/reads.ts'
import { aPlaydate, kwame, me, yesterday, youssef } from '../testing/a-playdate.ts'
import { lastNotice } from '../testing/last-notice.ts'
import { show } from '../testing/show.tsx'
import { daan, type Handlers, ok, refused } from '../testing/stand-in-server.ts'
import { Page } from './playdates.tsx'

beforeEach(() => {
  localStorage.removeItem('playdate_filters')
  return showLanguage('nl')
})

function open(upcoming: readonly Playdate[], handlers: Handlers = {}, at = '/playdates') {
  return show(<Page />, at, {
    'GET /api/playdates/upcoming': () => ok(upcoming),
    'GET /api/playdates/past': () => ok([]),
    'GET /api/playdates/upcoming/count': () => ok({ all: 12, matching: upcoming.length }),
    ...handlers,
  })
}

const card = () => screen.findByRole('article')

test.each([
  ['/playdates', 3],
  ['/playdates?tab=past', 2],
])('skeletons are shown while %s loads, and loading is announced once', async (at, outlines) => {
  const never = () => new Promise<never>(() => {})
  open([], { 'GET /api/playdates/upcoming': never, 'GET /api/playdates/past': never }, at)
  const loading = screen.getByRole('status')
  expect(loading.textContent).toBe('Laden...')
  expect(loading.querySelectorAll('[aria-hidden] .skeleton')).not.toHaveLength(0)
  expect(loading.querySelectorAll(':scope > [aria-hidden]')).toHaveLength(outlines)
})

test('the upcoming tab is open first with a count; the past tab is in the address', async () => {
  const user = userEvent.setup()
  const { asked } = open([aPlaydate()])
  await card()
  expect(screen.getByRole('tab', { name: 'Komend 1', selected: true })).toBeTruthy()
  expect(asked).not.toContain('GET /api/playdates/past')
  await user.click(screen.getByRole('tab', { name: 'Geweest' }))
  expect(location.pathname + location.search).toBe('/playdates?tab=past')
  await screen.findByText('Nog geen herinneringen')
  await user.click(screen.getByRole('tab', { name: /Komend/ }))
  expect(location.pathname + location.search).toBe('/playdates')
})

test('an empty list shows an illustration, and in English the sentence of the specification', async () => {
  await showLanguage('en')
  open([])
  const main = screen.getByRole('main')
  expect(await within(main).findByRole('link', { name: 'New Playdate', description: '' })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Past' }))
  expect(await screen.findByText(/You don't have any past playdates yet\./)).toBeTruthy()
})

test('a hidden playdate tells its creator that it is hidden, why, and how to object', async () => {
  document.head.innerHTML = '<meta name="server-facts" data-contact="beheer@papadag.example">'
  const hidden = { reason: 'Dit is een winkel', rule: 'Huisregel 7', isAutomatic: false, reference: 'B5' }
  const playdate = aPlaydate({ participants: [me], myStatus: 'creator', hidden })
  open([playdate], { 'GET /api/playdates/7': () => ok(playdate) }, '/playdates?open=7')
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

test('the list reads on until it holds the playdate that has just been made', async () => {
  const all = Array.from({ length: 120 }, (_, at) => aPlaydate({ id: at + 1, title: `Afspraak ${at + 1}` }))
  announceNew(100)
  const page = (limit: number) => [`GET /api/playdates/upcoming?limit=${limit}`, () => ok(all.slice(0, limit))] as const
  open([], Object.fromEntries([page(41), page(81), page(161)]))
  expect(await screen.findByRole('heading', { name: 'Afspraak 100' })).toBeTruthy()
})

test('a list that fails to load says so, and loads on retry', async () => {
  const { handlers } = open([], { 'GET /api/playdates/upcoming': () => refused(503, 'server.unavailable', 'Even.') })
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
  open([aPlaydate({ ...times, participants: [{ ...kwame, children: 2 }, youssef, me] })])
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
  ['is full', { maxParticipants: 1 }, 'Vol', false],
  ['he is on', { participants: [kwame, me], myStatus: 'joined' }, 'Je gaat mee: Modderen. Afmelden', true],
  [
    'he is on and is full',
    { participants: [kwame, me], myStatus: 'joined', maxParticipants: 2 },
    'Je gaat mee: Modderen. Afmelden',
    true,
  ],
  ['is over', { ...yesterday, participants: [kwame, me], myStatus: 'joined' }, 'Geweest', false],
])('on a playdate that %s the button offers the possible action', async (_, changes, name, enabled) => {
  open([aPlaydate(changes)])
  const button = within(await card()).getByRole('button', { name })
  expect(button.hasAttribute('disabled')).toBe(!enabled)
})

test.each<[string, Playdate, readonly string[]]>([
  [
    'his own',
    aPlaydate({ participants: [me], myStatus: 'creator' }),
    ['Bewerken', 'Delen', 'Zet in agenda', 'Verwijderen'],
  ],
  ["another's", aPlaydate(), ['Delen', 'Zet in agenda', 'Melden']],
])('the menu of %s playdate contains the allowed actions', async (_, playdate, items) => {
  const user = userEvent.setup()
  open([playdate])
  await card()
  await user.click(screen.getByRole('button', { name: 'Meer opties voor Modderen' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(items)
})

test('an own playdate says so, without join or leave', async () => {
  open([aPlaydate({ participants: [me], myStatus: 'creator' })])
  expect((await card()).textContent).toContain('Jouw afspraak')
  expect(screen.queryByRole('button', { name: /Ik doe mee|Afmelden/ })).toBeNull()
})

test('joining asks how many children come, all by default, and the button then leaves', async () => {
  const sent = vi.fn()
  const joined = aPlaydate({ participants: [kwame, me], myStatus: 'joined' })
  open([aPlaydate()], {
    'POST /api/playdates/7/join': body => {
      sent(body)
      return ok(joined)
    },
  })
  const children = ['Noor', 'Mees'].map(name => ({ name, age: 4, birthMonth: '2022-05' }))
  reads.setQueryData(['/api/user'], { ...daan, childrenInfo: children })
  const button = within(await card()).getByRole('button', { name: /^Ik doe mee/ })
  button.focus()
  await userEvent.keyboard('{Enter}')
  const confirm = await screen.findByRole('button', { name: 'Ik doe mee met 2 kinderen' })
  expect(document.activeElement).toBe(confirm)
  await userEvent.keyboard('{Enter}')
  const leave = await screen.findByRole('button', { name: /Afmelden$/ })
  expect(sent.mock.calls).toEqual([[{ children: 2 }]])
  expect(leave).toBeTruthy()
})

test('joining shows the reply without reading lists with the playdate again', async () => {
  const playdate = aPlaydate({ metresAway: 900 })
  const { metresAway: _, ...joined } = aPlaydate({ participants: [kwame, me], myStatus: 'joined' })
  const { asked } = open(
    [playdate, aPlaydate({ id: 8, title: 'Zwemmen' })],
    { 'GET /api/playdates/7': () => ok(aPlaydate()), 'POST /api/playdates/7/join': () => ok(joined) },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7'))
  const before = asked.length
  await userEvent.click(sheet.getByRole('button', { name: /^Ik doe mee/ }))
  await sheet.findByRole('button', { name: /Afmelden$/ })
  await waitFor(() => expect(reads.isFetching()).toBe(0))
  expect(asked.slice(before).filter(call => call.includes('/api/playdates'))).toEqual(['POST /api/playdates/7/join'])
  expect(reads.getQueryData(['/api/playdates/upcoming?limit=41'])).toMatchObject([
    { myStatus: 'joined', metresAway: 900 },
    { id: 8 },
  ])
})

test('joining a moment too late says why', async () => {
  await showLanguage('en')
  open([aPlaydate()], { 'POST /api/playdates/7/join': () => refused(409, 'playdate.full', 'This playdate is full.') })
  await userEvent.click(within(await card()).getByRole('button', { name: /^Join/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Join on my own' }))
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Error',
      description: 'An error occurred while joining the playdate.',
    }),
  )
})

test.each([
  [
    'leaving',
    aPlaydate({ participants: [kwame, me], myStatus: 'joined' }),
    'An error occurred while leaving the playdate.',
  ],
  [
    'deleting',
    aPlaydate({ participants: [me], myStatus: 'creator' }),
    'An error occurred while deleting the playdate.',
  ],
])(
  '%s that fails shows the sentence of the specification, and the playdate stays',
  async (what, playdate, description) => {
    await showLanguage('en')
    const user = userEvent.setup()
    const fails = () => refused(503, 'server.unavailable', 'Not now.')
    open([playdate], { 'DELETE /api/playdates/7/join': fails, 'DELETE /api/playdates/7': fails })
    await card()
    if (what === 'leaving') await user.click(screen.getByRole('button', { name: /Leave/ }))
    else {
      await user.click(screen.getByRole('button', { name: 'More options for Modderen' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    }
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: /^(Leave|Delete)$/ }))
    await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error', description }))
    expect(screen.getByRole('article')).toBeTruthy()
  },
)

test('leaving asks first, and the safe answer changes nothing', async () => {
  const user = userEvent.setup()
  const { asked } = open([aPlaydate({ participants: [kwame, me], myStatus: 'joined' })], {
    'DELETE /api/playdates/7/join': () => ({ status: 204 }),
  })
  await user.click(within(await card()).getByRole('button', { name: /Afmelden$/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Nee, ik ga mee' }))
  expect(asked).not.toContain('DELETE /api/playdates/7/join')
  await user.click(screen.getByRole('button', { name: /Afmelden$/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Afmelden' }))
  await waitFor(() => expect(asked).toContain('DELETE /api/playdates/7/join'))
})

test('deleting asks first in the words of the specification, and then focuses the page title', async () => {
  const user = userEvent.setup()
  const { handlers } = open([aPlaydate({ participants: [me], myStatus: 'creator' })], {
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

test('a past playdate can be repeated with a pre-filled form', async () => {
  const whatWas = { description: 'Laarzen aan.', placeId: 7 }
  const over = aPlaydate({ ...yesterday, ...whatWas, participants: [kwame, me], myStatus: 'joined' })
  open([], { 'GET /api/playdates/past': () => ok([over]) }, '/playdates?tab=past')
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

test('the title opens the sheet by address, and closing goes back', async () => {
  const user = userEvent.setup()
  const playdate = aPlaydate({
    description: 'Laarzen aan.\nDroge sokken mee.',
    participants: [{ ...kwame, children: 2 }],
  })
  open([playdate], { 'GET /api/playdates/7': () => ok(playdate) })
  await user.click(await screen.findByRole('link', { name: 'Modderen' }))
  const sheet = await screen.findByRole('dialog', { name: 'Modderen' })
  expect(location.search).toBe('?open=7')
  expect(within(sheet).getByText(/Laarzen aan\.\s+Droge sokken mee\./).className).toContain('whitespace-pre-line')
  expect(within(sheet).getByText('met 2 kinderen')).toBeTruthy()
  expect(sheet.textContent).toContain('3 / 5 · nog 2 plekken')
  await act(async () => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
})

test('filters are kept in the address, sent to the server, and remembered until cleared', async () => {
  const user = userEvent.setup()
  const { asked, unmount } = open([aPlaydate({ metresAway: 1234 })])
  reads.setQueryData(['/api/user'], { ...daan, home: { latitude: 52.0907, longitude: 5.1214, isCity: true } })
  expect((await card()).textContent).toContain('1,2 km')
  await user.click(screen.getByRole('button', { name: 'Binnen 10 km' }))
  await user.click(screen.getByRole('button', { name: 'Nog plek' }))
  expect(location.search).toBe('?km=10&room=left')
  // From the middle of his city, which the server does not look up for a list.
  const from = 'latitude=52.091&longitude=5.121'
  await waitFor(() => expect(asked).toContain(`GET /api/playdates/upcoming?${from}&withinKm=10&room=1&limit=41`))
  expect(await screen.findByText(/^11 vallen buiten je keuze/)).toBeTruthy()
  unmount()

  open([])
  await waitFor(() => expect(location.search).toBe('?km=10&room=left'))
  await user.click(await screen.findByRole('button', { name: 'Toon alles' }))
  expect(location.search).toBe('')
  expect(localStorage.getItem('playdate_filters')).toBeNull()
})

test('without a position a distance filter asks for one first', async () => {
  open([])
  await userEvent.click(screen.getByRole('button', { name: 'Binnen 5 km' }))
  await waitFor(() => expect(lastNotice()).toBeTruthy())
  expect(location.search).toBe('')
})

test('a shared address opens a playdate outside the list', async () => {
  open([], { 'GET /api/playdates/7': () => ok(aPlaydate()) }, '/playdates?open=7')
  await screen.findByRole('dialog', { name: 'Modderen' })
  await userEvent.click(screen.getByRole('button', { name: 'Sluiten' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname + location.search).toBe('/playdates')
})

test('the sheet of a deleted playdate closes by itself', async () => {
  open([], { 'GET /api/playdates/7': () => refused(404, 'playdate.unknown', 'Bestaat niet.') }, '/playdates?open=7')
  await waitFor(() => expect(location.pathname + location.search).toBe('/playdates'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the number of children is limited by the places left', async () => {
  const user = userEvent.setup()
  const sent = vi.fn()
  const playdate = aPlaydate({ participants: [kwame, youssef], maxParticipants: 4 })
  const joined = {
    ...playdate,
    participants: [kwame, youssef, { ...me, children: 1 }],
    placesTaken: 4,
    myStatus: 'joined',
  }
  const { handlers } = open(
    [playdate],
    {
      'GET /api/playdates/7': () => ok(playdate),
      'POST /api/playdates/7/join': body => {
        sent(body)
        handlers['GET /api/playdates/7'] = () => ok(joined)
        return ok(joined)
      },
    },
    '/playdates?open=7',
  )
  const sheet = within(await screen.findByRole('dialog'))
  const children = await sheet.findByRole('spinbutton', { name: 'Hoeveel kinderen neem je mee?' })
  expect([children.getAttribute('aria-valuenow'), children.getAttribute('aria-valuemax')]).toEqual(['0', '1'])
  await user.click(sheet.getByRole('button', { name: 'Eén kind meer' }))
  await user.click(sheet.getByRole('button', { name: 'Eén kind meer' }))
  await user.click(sheet.getByRole('button', { name: /^Ik doe mee/ }))
  await sheet.findByRole('button', { name: /Afmelden$/ })
  expect(sent.mock.calls).toEqual([[{ children: 1 }]])
  // The place his child takes is his to give back.
  await user.click(sheet.getByRole('button', { name: 'Eén kind minder' }))
  await user.click(sheet.getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ children: 0 }))
})

test('an impossible number of children is an error of its field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const playdate = aPlaydate({ maxParticipants: 3 })
  const { asked } = open([playdate], { 'GET /api/playdates/7': () => ok(playdate) }, '/playdates?open=7')
  const sheet = within(await screen.findByRole('dialog'))
  const children = await sheet.findByRole<HTMLInputElement>('spinbutton', { name: 'Hoeveel kinderen neem je mee?' })
  for (const [typed, sentence] of [
    ['13', 'Kies een getal van 0 tot en met 12'],
    ['1.5', 'Kies een getal van 0 tot en met 12'],
    ['2', 'Voor zoveel is er geen plek'],
  ] as const) {
    await user.clear(children)
    await user.type(children, typed)
    await user.click(sheet.getByRole('button', { name: /^Ik doe mee/ }))
    expect(await sheet.findByText(sentence)).toBeTruthy()
    expect(children.value).toBe(typed)
    expect(document.activeElement).toBe(children)
  }
  expect(asked).not.toContain('POST /api/playdates/7/join')
})

test('an external picture is loaded through our server', async () => {
  const [elsewhere, ours] = [
    { ...kwame, profileImage: 'https://tracker.example/kwame.png' },
    { ...youssef, profileImage: '/uploads/0123.webp' },
  ]
  open([aPlaydate({ participants: [elsewhere, ours] })])
  const sources = [...(await card()).querySelectorAll('img')].map(img => img.getAttribute('src'))
  expect(sources).toEqual(['/api/pictures?url=https%3A%2F%2Ftracker.example%2Fkwame.png', '/uploads/0123.webp'])
})
