import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { PlaydateWeather } from '@papadag/contract/weather/forecast'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPlace } from '../../testing/a-place.ts'
import { aPlaydate, kwame, me, yesterday } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { openPlaydates, preparePlaydatesPage } from '../../testing/playdates-page.tsx'
import { ok, refused } from '../../testing/stand-in-server.ts'

preparePlaydatesPage()
beforeEach(() => {
  document.head.innerHTML = '<meta name="server-facts" data-forecast="on">'
})
afterEach(() => {
  document.head.innerHTML = ''
})

const hour = { temperature: 9.5, rainChance: 20, gusts: 15, icon: '04d', uvIndex: null, pollen: null }
const ballorig = aPlace({ id: 70, name: 'Ballorig', address: 'Dam 1', distance: 640 })

function weather(changes: Partial<PlaydateWeather> = {}, rough = {}): PlaydateWeather {
  const hours = [10, 11].map(at => ({ at: `2026-11-27T${at}:00:00.000Z`, ...hour, ...rough }))
  return { hours, advice: 'dry', dryPlaces: [], attribution: 'OpenWeather', ...changes }
}

function open(elsewhere: Playdate, told: PlaydateWeather | undefined, handlers = {}) {
  const playdate = { ...elsewhere, latitude: 52.37, longitude: 4.9 }
  const answer = told ? ok(told) : { status: 204 }
  return openPlaydates(
    [playdate],
    {
      'GET /api/playdates/7': () => ok(playdate),
      'GET /api/playdates/7/weather': () => answer,
      'GET /api/users/me/safe-meeting': () => ok({ isDue: false }),
      ...handlers,
    },
    '/playdates?open=7',
  )
}

const sheet = async () => within(await screen.findByRole('dialog'))
/** Opens what few need at once. */
const unfold = async () => userEvent.click(await (await sheet()).findByRole('button', { name: /^Meer/ }))
const asksWeather = (asked: readonly string[]) => asked.includes('GET /api/playdates/7/weather')

test('the sheet shows the weather for the playdate’s hours, and whose forecast it is', async () => {
  open(aPlaydate(), weather())
  await unfold()
  const region = within(await (await sheet()).findByRole('region', { name: 'Het weer' }))
  const hours = region.getAllByRole('listitem')
  expect(hours).toHaveLength(2)
  expect(hours[0]?.textContent).toMatch(/^\d\d:0010°CKans op regen 20%$/)
  expect(region.getByRole('link', { name: 'OpenWeather' }).getAttribute('href')).toBe('https://openweathermap.org/')
  expect(region.queryByText('Binnen in de buurt')).toBeNull()
})

test('for a playdate whose position is unknown no forecast is requested, and no space is reserved', async () => {
  const nowhere = aPlaydate({ latitude: null, longitude: null })
  const { asked } = openPlaydates(
    [nowhere],
    { 'GET /api/playdates/7': () => ok(nowhere), 'GET /api/users/me/safe-meeting': () => ok({ isDue: false }) },
    '/playdates?open=7',
  )
  const dialog = await sheet()
  await dialog.findByText('Wie komen er?')
  await waitFor(() => expect(dialog.queryByText('Laden...')).toBeNull())
  expect(asksWeather(asked)).toBe(false)
})

test('the weather of a long playdate shows six hours', async () => {
  const hours = Array.from({ length: 12 }, (_, at) => ({
    ...hour,
    at: new Date(Date.UTC(2026, 10, 27, at)).toISOString(),
  }))
  open(aPlaydate(), weather({ hours }))
  await unfold()
  const region = within(await (await sheet()).findByRole('region', { name: 'Het weer' }))
  expect(region.getAllByRole('listitem')).toHaveLength(6)
})

test('a sheet without a forecast shows no weather', async () => {
  const { asked } = open(aPlaydate(), undefined)
  await waitFor(() => expect(asksWeather(asked)).toBe(true))
  const dialog = await sheet()
  await waitFor(() => expect(dialog.queryAllByText('Laden...')).toEqual([]))
  expect(dialog.queryByText('Het weer')).toBeNull()
})

test.each([
  ['a server without a forecast', aPlaydate(), ''],
  ['a past playdate', aPlaydate({ ...yesterday, participants: [kwame, me], myStatus: 'joined' }), 'on'],
  ['a cancelled playdate', aPlaydate({ state: 'cancelled', participants: [kwame, me], myStatus: 'joined' }), 'on'],
  [
    'a playdate beyond the forecast',
    aPlaydate({
      startTime: new Date(Date.now() + 9 * 86_400_000).toISOString(),
      endTime: new Date(Date.now() + 9.1 * 86_400_000).toISOString(),
    }),
    'on',
  ],
])('the weather of %s is not requested', async (_, playdate, forecast) => {
  document.head.innerHTML = `<meta name="server-facts" data-forecast="${forecast}">`
  const { asked } = open(playdate, weather())
  await (await sheet()).findByText('Modderen')
  await waitFor(() => expect(asked).toContain('GET /api/playdates/7'))
  expect(asksWeather(asked)).toBe(false)
})

test.each([
  ['rain', { rainChance: 80 }, 'Waarschijnlijk regen: 80% kans.'],
  ['wind', { gusts: 75 }, 'Het gaat hard waaien, met stoten tot 75 km/u.'],
  ['cold', { temperature: -0.4 }, 'Het wordt koud: 0°C.'],
] as const)('the sheet describes %s in words', async (advice, rough, words) => {
  open(aPlaydate(), weather({ advice }, rough))
  expect(await (await sheet()).findByText(words)).toBeTruthy()
})

test.each<[PlaydateWeather['warnings'], string]>([
  [[], '10° en droog'],
  [undefined, '10° en droog'],
  [[{ kind: 'heat', degrees: 31 }], '10° en droog. Warm: tot 31°C.'],
  [
    [
      { kind: 'uv', index: 7 },
      { kind: 'pollen', plants: ['grass'] },
    ],
    '10° en droog. Felle zon: neem zonnebrand mee.',
  ],
  [[{ kind: 'pollen', plants: ['birch', 'grass'] }], '10° en droog. Veel pollen: berk en grassen.'],
])('the line of the sheet has the first of %j, if there is any', async (warnings, words) => {
  open(aPlaydate(), { ...weather(), warnings })
  expect((await (await sheet()).findByText(/^10° en droog/)).textContent).toBe(words)
})

test('what matters outdoors stands under the hours, all of it, and in ordinary weather nothing', async () => {
  open(
    aPlaydate(),
    weather({
      warnings: [
        { kind: 'heat', degrees: 28 },
        { kind: 'uv', index: 6 },
        { kind: 'pollen', plants: ['olive'] },
      ],
    }),
  )
  await unfold()
  const region = await (await sheet()).findByRole('region', { name: 'Het weer' })
  expect(region.textContent).toMatch(/Warm: tot 28°C\.Felle zon: neem zonnebrand mee\.Veel pollen: olijf\./)
})

async function moveToBallorig() {
  await unfold()
  await userEvent.click(await (await sheet()).findByRole('button', { name: /^Hierheen verplaatsen.*Ballorig/ }))
  const asks = within(await screen.findByRole('alertdialog', { name: 'Verplaatsen naar Ballorig?' }))
  await userEvent.click(asks.getByRole('button', { name: 'Verplaatsen' }))
}

const rain = weather({ advice: 'rain', dryPlaces: [ballorig] }, { rainChance: 80 })

test('the creator moves the playdate, says why, and changes nothing else', async () => {
  const sent = vi.fn()
  const mine = aPlaydate({ participants: [me, kwame], myStatus: 'creator', description: 'Laarzen mee', placeId: 5 })
  open(mine, rain, {
    'PUT /api/playdates/7': (body: unknown) => {
      sent(body)
      return ok({ ...mine, placeId: 70, location: 'Ballorig, Dam 1' })
    },
  })
  await moveToBallorig()
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const { title, description, startTime, endTime, maxParticipants } = mine
  expect(sent.mock.calls).toEqual([
    [
      {
        ...{ title, description, startTime, endTime, maxParticipants },
        ...{ location: 'Ballorig, Dam 1', placeId: 70, movedFor: 'rain' },
      },
    ],
  ])
})

test('moving a home removes its neighbourhood, and keeps it visible to participants only', async () => {
  const sent = vi.fn()
  const mine = aPlaydate({ participants: [me], myStatus: 'creator', locationVisibility: 'participants', area: 'Oost' })
  open(mine, rain, {
    'PUT /api/playdates/7': (body: unknown) => {
      sent(body)
      return refused(409, 'playdate.cancelled', 'Deze speelafspraak gaat niet door.')
    },
  })
  await moveToBallorig()
  await waitFor(() =>
    expect(lastNotice()).toMatchObject({
      title: 'Verplaatsen is niet gelukt',
      description: 'Deze speelafspraak gaat niet door.',
    }),
  )
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ area: null })
  expect(sent.mock.calls[0]?.[0]).not.toHaveProperty('locationVisibility')
})

test('a participant suggests an indoor place once', async () => {
  const sent = vi.fn()
  open(aPlaydate({ participants: [kwame, me], myStatus: 'joined' }), rain, {
    'GET /api/playdates/7/thread': () => ok({ id: 12 }),
    'POST /api/chats/12/messages': (body: unknown) => {
      sent(body)
      return { status: 201, body: {} }
    },
    'GET /api/chats': () => ok([]),
  })
  const dialog = await sheet()
  await unfold()
  await userEvent.click(await dialog.findByRole('button', { name: /^Stel voor.*Ballorig/ }))
  expect(await dialog.findByText('Voorgesteld')).toBeTruthy()
  expect(sent.mock.calls).toEqual([
    [{ content: 'Het weer ziet er niet goed uit voor ‘Modderen’. Zullen we naar Ballorig, Dam 1 gaan?' }],
  ])
  expect(dialog.queryByRole('button', { name: /Stel voor/ })).toBeNull()
})

test('other viewers cannot move the playdate, and see no distance to a home', async () => {
  open(aPlaydate({ locationVisibility: 'participants' }), rain)
  const dialog = await sheet()
  await unfold()
  const link = await dialog.findByRole('link', { name: 'Ballorig' })
  expect(link.getAttribute('href')).toBe('/places?open=70')
  expect(dialog.queryByRole('button', { name: /Ballorig/ })).toBeNull()
})
