import type { EditedSettings, Settings } from '@papadag/contract/users/users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { pushHandlers } from '../../testing/push-devices.ts'
import { show } from '../../testing/show.tsx'
import { someSettings } from '../../testing/some-settings.ts'
import { daan, refused } from '../../testing/stand-in-server.ts'
import { NotificationSettings } from './notification-settings.tsx'

beforeEach(() => showLanguage('en'))

const switches = { messages: true, playdates: true, reminders: true, nearby: true, evening: true }
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
function settings(
  changes: Partial<Settings['notifications']> = {},
  {
    hasMail = true,
    papaDays = ['wed-am'] as Settings['papaDays'],
    neighbourhood = null as Settings['neighbourhood'],
    own = daan,
    handlers = pushHandlers,
  } = {},
) {
  const all = someSettings(
    { language: 'en', neighbourhood, papaDays },
    { push: switches, mail: switches, timeZone: zone, ...changes },
  )
  const change = vi.fn<(to: EditedSettings) => void>()
  show(<NotificationSettings settings={all} change={change} userId={1} hasMail={hasMail} />, '/profile', handlers, own)
  return change
}
const columns = () => screen.queryAllByRole('columnheader').map(({ textContent }) => textContent)

const sendsNone = { ...pushHandlers, 'GET /api/push-key': () => refused(404, 'push.off', 'Off.') }
test.each([
  ['both', pushHandlers, true, ['Device', 'E-mail']],
  ['no mail', pushHandlers, false, ['Device']],
  ['no push', sendsNone, true, ['E-mail']],
  ['neither', sendsNone, false, []],
])('a server with %s offers notices in those ways', async (_, handlers, hasMail, ways) => {
  settings({}, { hasMail, handlers })
  await waitFor(() => expect(columns()).toEqual(ways))
  expect(screen.queryByText(/We only e-mail you/) !== null).toBe(ways.includes('E-mail'))
  expect(screen.queryByText('Quiet hours') !== null).toBe(ways.length > 0)
})

test.each<[string, typeof daan, Settings['neighbourhood'], boolean]>([
  ['unknown', daan, null, false],
  ['known', { ...daan, home: { latitude: 52, longitude: 5, isCity: true } }, null, true],
  ['known as a neighbourhood', daan, { latitude: 52, longitude: 5 }, true],
])('notices of new playdates nearby are offered to a father whose home is %s', (_, own, neighbourhood, isKnown) => {
  settings({}, { own, neighbourhood })
  const [one] = screen.getAllByRole<HTMLButtonElement>('switch', { name: /^New playdates near me/ })
  expect([one?.disabled, one?.getAttribute('aria-checked')]).toEqual([!isKnown, String(isKnown)])
  expect(screen.queryByText('Within 5 km, at most one a day.') !== null).toBe(isKnown)
})

test('a switch changes only its own kind of notice and its own way of sending', async () => {
  const change = settings()
  await userEvent.click(screen.getByRole('switch', { name: 'Messages E-mail' }))
  expect(change).toHaveBeenLastCalledWith({ notifications: { mail: { messages: false } } })
  await userEvent.click(screen.getByRole('switch', { name: 'Reminders Device' }))
  expect(change).toHaveBeenLastCalledWith({ notifications: { push: { reminders: false } } })
})

test('a switch is off where its kind of notice is not sent', () => {
  settings({ push: { ...switches, messages: false } })
  const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
  expect(['Messages Device', 'Messages E-mail', 'Reminders Device'].map(isOn)).toEqual(['false', 'true', 'true'])
})

const reminder = (name: string) => screen.getByLabelText<HTMLSelectElement>(name)

test.each<[number[], string, string, string, number[]]>([
  [[120, 1440], 'First reminder', '1440', '2880', [2880, 120]],
  [[120, 1440], 'Second reminder', '120', '60', [1440, 60]],
  [[120, 1440], 'First reminder', '1440', '0', [120]],
  [[120, 1440], 'Second reminder', '120', '1440', [1440]],
  [[1440], 'Second reminder', '0', '2880', [2880, 1440]],
  [[], 'First reminder', '0', '60', [60]],
])('changing reminders %o at the %s from %s to %s gives %o', async (remindBeforeMin, name, from, to, sent) => {
  const change = settings({ remindBeforeMin })
  expect(reminder(name).value).toBe(from)
  await userEvent.selectOptions(reminder(name), to)
  expect(change).toHaveBeenLastCalledWith({ notifications: { remindBeforeMin: sent } })
})

test('an unusual reminder is among the choices, in order', () => {
  settings({ remindBeforeMin: [90] })
  const words = within(reminder('First reminder'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(words.slice(0, 5)).toEqual([
    'None',
    '30 minutes before',
    '1 hour before',
    '90 minutes before',
    '2 hours before',
  ])
  expect(within(reminder('Second reminder')).getAllByRole('option')).toHaveLength(8)
})

test('a usual reminder is among the choices once', () => {
  settings({ remindBeforeMin: [1440, 120] })
  for (const name of ['First reminder', 'Second reminder'])
    expect(within(reminder(name)).getAllByRole('option')).toHaveLength(8)
})

const quietHours = { from: '22:00', to: '06:30' }

test('quiet hours start with the usual times, can be changed one by one in the father’s time zone, and switched off', async () => {
  const off = settings()
  expect(screen.queryByLabelText('Quiet from')).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: /Quiet hours/ }))
  expect(off).toHaveBeenLastCalledWith({
    notifications: { quietHours: { from: '21:00', to: '07:00' }, timeZone: zone },
  })
})

test.each<[string, string, string, object | undefined]>([
  ['from', 'Quiet from', '23:00', { from: '23:00', to: '06:30' }],
  ['until', 'Quiet until', '07:00', { from: '22:00', to: '07:00' }],
  ['unchanged', 'Quiet from', '22:00', undefined],
  ['emptied', 'Quiet until', '', undefined],
])('changing quiet hours saves them only if they are complete: %s', (_, name, value, hours) => {
  const change = settings({ quietHours })
  const field = screen.getByLabelText(name)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
  expect(change.mock.calls).toEqual(hours ? [[{ notifications: { quietHours: hours, timeZone: zone } }]] : [])
})

test('quiet hours can be switched off, and another time zone is named', async () => {
  const elsewhere = zone === 'Pacific/Auckland' ? 'America/Bogota' : 'Pacific/Auckland'
  const change = settings({ quietHours, timeZone: elsewhere })
  expect(screen.getByText(new RegExp(`Time zone: ${elsewhere}`))).toBeDefined()
  await userEvent.click(screen.getByRole('switch', { name: /Quiet hours/ }))
  expect(change).toHaveBeenLastCalledWith({ notifications: { quietHours: null, timeZone: zone } })
})

test.each([
  ['his own', quietHours, zone],
  ['none that matters', null, 'Pacific/Auckland'],
])('the settings do not name a time zone that is %s', (_, hours, timeZone) => {
  settings({ quietHours: hours, timeZone })
  expect(screen.queryByText(/Time zone/)).toBeNull()
})
