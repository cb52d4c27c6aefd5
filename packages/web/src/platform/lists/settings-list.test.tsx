import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { showLanguage } from '../language/language.ts'
import { SettingsList } from './settings-list.tsx'

beforeEach(() => showLanguage('en'))

type Read = Parameters<typeof SettingsList<string>>[0]['read']
function draw(read: Partial<Read>, empty: string | undefined = 'Nobody is blocked.') {
  const refetch = vi.fn()
  show(
    <SettingsList
      name="blocked"
      title="Blocked"
      read={{ data: undefined, error: null, refetch, ...read }}
      failed="The list could not be loaded"
      empty={empty}
    >
      {row => <li key={row}>{row}</li>}
    </SettingsList>,
    '/profile',
  )
  return refetch
}
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const said = () =>
  ['Loading...', 'Nobody is blocked.', 'The list could not be loaded'].filter(text => screen.queryByText(text))

test.each<[string, Partial<Read>, string[], string[]]>([
  ['while it loads', {}, [], ['Loading...']],
  ['with rows', { data: ['Lee', 'Kwame'] }, ['Lee', 'Kwame'], []],
  ['without rows', { data: [] }, [], ['Nobody is blocked.']],
  ['with rows that could not be read again', { data: ['Lee'], error: new Error('No') }, ['Lee'], []],
  ['that could not be read', { error: new Error('No') }, [], ['The list could not be loaded']],
])('a list of settings %s says what there is', (_, read, shown, words) => {
  draw(read)
  expect([rows(), said()]).toEqual([shown, words])
})

test('an empty list with no words for that shows nothing', () => {
  draw({ data: [] }, '')
  expect([rows(), said()]).toEqual([[], []])
})

test('settings that could not be read can be tried again', async () => {
  const refetch = draw({ error: new Error('No') })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})
