import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../../platform/language/language.ts'
import { aPlace } from '../../../../testing/a-place.ts'
import { show } from '../../../../testing/show.tsx'
import { ok } from '../../../../testing/stand-in-server.ts'
import { type Origin, PlaygroundList } from './playground-list.tsx'

beforeEach(() => showLanguage('nl'))

const amsterdam = { latitude: 52.37, longitude: 4.9 }
const utrecht = { latitude: 52.09, longitude: 5.12 }

test.each<[string, Origin | undefined, string | undefined, string | undefined]>([
  ['where he is', { position: utrecht, town: undefined, isHere: true }, 'waar jij bent', '34,6 km'],
  ['his town', { position: utrecht, town: 'Utrecht', isHere: false }, 'Utrecht', '34,6 km'],
  ['his home', { position: utrecht, town: undefined, isHere: false }, 'waar jij woont', '34,6 km'],
  ['nothing until it is known', undefined, undefined, undefined],
])('distances count from %s, whatever the map shows', async (_, origin, named, distance) => {
  const place = aPlace({ ...amsterdam, distance: 434 })
  show(
    <PlaygroundList
      center={amsterdam}
      origin={origin}
      features={undefined}
      openId={undefined}
      isFull={false}
      onChoose={() => {}}
    />,
    '/playground-map',
    { 'GET /api/places/nearby?latitude=52.37&longitude=4.9&type=playground&limit=50': () => ok([place]) },
  )
  const row = await screen.findByRole('button', { name: new RegExp(place.name) })
  expect(row.textContent?.match(/[\d,]+\s(km|m)/)?.[0]?.replace(/\s/, ' ')).toBe(distance)
  expect(screen.queryByText(/^Afstanden vanaf/)?.textContent).toBe(named && `Afstanden vanaf ${named}.`)
})
