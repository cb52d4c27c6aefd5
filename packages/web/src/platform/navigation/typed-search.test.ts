import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTypedSearch } from './typed-search.ts'

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/users')
})
afterEach(() => void vi.useRealTimers())

const addressOf = (words: string) => (words === 'wacht' ? undefined : `/users${words === '' ? '' : `?q=${words}`}`)
const at = () => location.pathname + location.search

function open(words = '') {
  return renderHook(({ now }) => useTypedSearch(now, addressOf), { initialProps: { now: words } })
}

const type = (field: ReturnType<typeof open>, text: string) => act(() => field.result.current[1](text))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the address follows when typing stops, once and without spaces around it', async () => {
  const field = open()
  for (const text of ['b', 'br', ' bram ']) {
    type(field, text)
    await pass(200)
    expect(at()).toBe('/users')
  }
  await pass(100)
  expect(at()).toBe('/users?q=bram')
  expect(field.result.current[0], 'what he typed stays as it is').toBe(' bram ')
})

test('clearing takes effect at once', async () => {
  history.replaceState(null, '', '/users?q=bram')
  const field = open('bram')
  type(field, '')
  await pass(0)
  expect(at()).toBe('/users')
})

test('a search without an address waits until typing stops', async () => {
  const field = open()
  type(field, 'wacht')
  await pass(1000)
  expect(at()).toBe('/users')
})

test('Back restores the text, and the address that follows what was typed does not change it', async () => {
  const field = open()
  type(field, 'bram ')
  await pass(300)
  field.rerender({ now: 'bram' })
  expect(field.result.current[0]).toBe('bram ')
  field.rerender({ now: '' })
  expect(field.result.current[0]).toBe('')
  await pass(1000)
  expect(at()).toBe('/users?q=bram')
})
