import type { HalfDay } from '@papadag/contract/users/papa-days'
import type { EditedSettings } from '@papadag/contract/users/users'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { someSettings } from '../../testing/some-settings.ts'
import { daan } from '../../testing/stand-in-server.ts'
import { NotificationSettings } from './notification-settings.tsx'

beforeEach(() => showLanguage('nl'))

function open(papaDays: readonly HalfDay[], evening = true) {
  const switches = { messages: true, playdates: true, reminders: true, nearby: false, evening }
  const settings = someSettings({ papaDays: [...papaDays] }, { push: switches, mail: switches })
  const change = vi.fn<(to: EditedSettings) => void>()
  show(<NotificationSettings settings={settings} change={change} userId={daan.id} hasMail />, '/profile', {})
  return change
}

const switches = () => screen.findAllByRole<HTMLButtonElement>('switch', { name: /^De avond voor mijn papadag/ })
const hour = () => screen.queryByLabelText('De avond ervoor, om')

test('the evening before is not offered to a father without papa days', async () => {
  open([])
  for (const one of await switches()) expect([one.disabled, one.getAttribute('aria-checked')]).toEqual([true, 'false'])
  expect(screen.getByText('Zeg eerst welke dagen van jou zijn, bij ‘Mijn dagen en buurt’.')).toBeTruthy()
  expect(hour()).toBeNull()
})

test('a father with papa days chooses the hour of the evening before, while anything is sent', async () => {
  const change = open(['wed-am'])
  for (const one of await switches()) expect([one.disabled, one.getAttribute('aria-checked')]).toEqual([false, 'true'])
  const field = hour()
  if (!field) throw new Error('no hour to choose')
  await userEvent.selectOptions(field, '18:00')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(change.mock.calls).toEqual([[{ notifications: { eveningHour: 18, timeZone } }]])
})

test('a father is not asked for the hour when nothing is sent in the evening', async () => {
  open(['wed-am'], false)
  await switches()
  expect(hour()).toBeNull()
})
