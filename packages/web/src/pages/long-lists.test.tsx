import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, createElement, type ReactNode, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../platform/language/language.ts'
import { aFather } from '../testing/a-father.ts'
import { aPlace } from '../testing/a-place.ts'
import { aPlaydate } from '../testing/a-playdate.ts'
import { searched } from '../testing/places-page.tsx'
import { readAgain } from '../testing/read-again.ts'
import { show } from '../testing/show.tsx'
import { ok, refused } from '../testing/stand-in-server.ts'
import { Page as Users } from './people/users.tsx'
import { Page as Places } from './places/places.tsx'
import { Page as Playdates } from './playdates/playdates.tsx'

const drawn = vi.hoisted((): string[] => [])

// Each card has one link, which names it.
vi.mock(import('../platform/navigation/navigation.tsx'), async importOriginal => {
  const original = await importOriginal()
  return {
    ...original,
    Link: (props: ComponentProps<typeof original.Link>) => {
      drawn.push(wordsIn(props.children))
      return createElement(original.Link, props)
    },
  }
})

function wordsIn(node: ReactNode) {
  return typeof node === 'string' ? node : ''
}

type List = {
  page: () => ReactNode
  at: string
  read: (limit: number) => string
  steps: [number, number]
  more: string
  item: Item
}
type Item = (id: number, name: string) => { id: number }

const playdates: List = {
  page: () => <Playdates />,
  at: '/playdates',
  read: limit => `GET /api/playdates/upcoming?limit=${limit}`,
  steps: [40, 80],
  more: 'Meer afspraken tonen',
  item: (id, title) => aPlaydate({ id, title, startTime: '2030-06-01T10:00:00Z', endTime: '2030-06-01T11:00:00Z' }),
}
const fathers: List = {
  page: () => <Users />,
  at: '/users',
  read: limit => `GET /api/users?limit=${limit}`,
  steps: [24, 48],
  more: 'Meer papa’s tonen',
  item: (id, lastName) => aFather({ id, firstName: 'Jan', lastName }),
}
const places: List = {
  page: () => <Places />,
  at: '/places',
  read: limit => searched('', limit),
  steps: [24, 48],
  more: 'Meer plekken tonen',
  item: (id, name) => aPlace({ id, name }),
}
const lists = [
  ['playdates', playdates],
  ['fathers', fathers],
  ['places', places],
] as const

beforeEach(() => showLanguage('nl'))

function open({ page, at, read, steps, item }: List) {
  const all = Array.from({ length: 100 }, (_, index) => item(index + 10, `nummer ${index + 1}`))
  let failing = false
  const answer = (count: number) => () =>
    failing ? refused(503, 'server.unavailable', 'Even.') : ok(all.slice(0, count + 1))
  const [first, second] = steps
  show(page(), at, { [read(first + 1)]: answer(first), [read(second + 1)]: answer(second) })
  return {
    all,
    fail: (is: boolean) => {
      failing = is
    },
  }
}

const cards = () => screen.getAllByRole('article')
const isDrawn = (name: string) => drawn.some(words => words.endsWith(name))

test.each(lists)('drawing more %s does not draw the others again', async (_, list) => {
  open(list)
  const [first, second] = list.steps
  await waitFor(() => expect(cards()).toHaveLength(first))
  drawn.length = 0
  await userEvent.click(screen.getByRole('button', { name: list.more }))
  await waitFor(() => expect(cards()).toHaveLength(second))
  expect(isDrawn(`nummer ${first + 1}`)).toBe(true)
  expect(isDrawn(`nummer ${first}`)).toBe(false)
})

test.each(lists)('when the list of %s changes, only the cards that differ are drawn again', async (_, list) => {
  const { all } = open(list)
  await waitFor(() => expect(cards()).toHaveLength(list.steps[0]))
  drawn.length = 0
  all[2] = list.item(12, 'anders')
  await readAgain()
  await waitFor(() => expect(isDrawn('anders')).toBe(true))
  expect(drawn.filter(words => words.includes('nummer'))).toEqual([])
})

test('a playdate that appears above the others does not draw them again', async () => {
  const { all } = open(playdates)
  await waitFor(() => expect(cards()).toHaveLength(40))
  drawn.length = 0
  all.unshift(playdates.item(9, 'nieuw'))
  await readAgain()
  await waitFor(() => expect(isDrawn('nieuw')).toBe(true))
  expect(drawn.filter(words => words.includes('nummer'))).toEqual([])
})

test.each(lists)('if more %s cannot be loaded, the others stay, and another press tries again', async (_, list) => {
  const { fail } = open(list)
  const [first, second] = list.steps
  await waitFor(() => expect(cards()).toHaveLength(first))
  fail(true)
  await userEvent.click(screen.getByRole('button', { name: list.more }))
  expect((await screen.findByRole('alert')).textContent).toContain('konden niet worden geladen')
  expect(cards()).toHaveLength(first)
  fail(false)
  await userEvent.click(screen.getByRole('button', { name: list.more }))
  await waitFor(() => expect(cards()).toHaveLength(second))
  expect(screen.queryByRole('alert')).toBeNull()
})

function Visits({ page }: Pick<List, 'page'>) {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsHere(!isHere)}>
        heen en weer
      </button>
      {isHere && page()}
    </>
  )
}

test.each(lists)('returning to a list of %s shows as many as there were on leaving', async (_, list) => {
  open({ ...list, page: () => <Visits page={list.page} /> })
  const [first, second] = list.steps
  await waitFor(() => expect(cards()).toHaveLength(first))
  await userEvent.click(screen.getByRole('button', { name: list.more }))
  await waitFor(() => expect(cards()).toHaveLength(second))
  const there = screen.getByRole('button', { name: 'heen en weer' })
  await userEvent.click(there)
  expect(screen.queryByRole('article')).toBeNull()
  await userEvent.click(there)
  await waitFor(() => expect(cards()).toHaveLength(second))
})
