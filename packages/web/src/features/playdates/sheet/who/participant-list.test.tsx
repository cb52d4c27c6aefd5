import type { Playdate } from '@papadag/contract/playdates/playdates'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlaydate, kwame, me, yesterday } from '../../../../testing/a-playdate.ts'
import { show } from '../../../../testing/show.tsx'
import { daan, ok } from '../../../../testing/stand-in-server.ts'
import { ParticipantList } from './participant-list.tsx'

beforeEach(() => showLanguage('en'))

const withChildren = { ...kwame, children: 2 }
test.each<[string, Partial<Playdate>, string[]]>([
  ['its creator first', { participants: [kwame, me] }, ['Kwame MensahHad the idea', 'Daan de Vries']],
  [
    'with their children',
    { participants: [withChildren, { ...me, children: 1 }] },
    ['Kwame MensahHad the idea · with 2 children', 'Daan de Vrieswith 1 child'],
  ],
])('a card says who is coming, %s', (_, changes, said) => {
  show(
    <ParticipantList playdate={aPlaydate(changes)} toPerson={({ firstName }) => <span>to {firstName}</span>} />,
    '/playdates',
  )
  expect(screen.getAllByRole('link').map(link => link.lastElementChild?.textContent)).toEqual(said)
  expect(screen.getAllByText(/^to /).map(({ textContent }) => textContent)).toEqual(['to Kwame'])
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/users/2', '/profile'])
})

test('a playdate that is over is not shown as running', () => {
  show(<ParticipantList playdate={aPlaydate(yesterday)} />, '/playdates', { 'GET /api/user': () => ok(daan) })
  expect(screen.getAllByRole('link')).toHaveLength(1)
})
