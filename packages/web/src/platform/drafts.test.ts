import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keepDraftsOf, useDraft, wipeDrafts } from './drafts.ts'

const daan = 1
const bram = 2
const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)
const open = (userId: number, name = 'create') => renderHook(() => useDraft(name, userId, readText)).result.current

beforeEach(() => wipeDrafts())

test('what was typed is there when the screen opens again', () => {
  open(daan).keep('Modderen')
  expect(open(daan).restored).toBe('Modderen')
  expect(open(daan, 'edit-7').restored).toBeUndefined()
  expect(open(bram).restored).toBeUndefined()
})

test('what was typed survives a reload of the tab', () => {
  sessionStorage.setItem('draft:1:create', JSON.stringify('Modderen'))
  expect(open(daan).restored).toBe('Modderen')
})

test('what was sent is forgotten', () => {
  open(daan).keep('Modderen')
  open(daan).forget()
  expect(open(daan).restored).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('what no longer fits the form is left out', () => {
  sessionStorage.setItem('draft:1:create', '{"title":3}')
  expect(open(daan).restored).toBeUndefined()
  sessionStorage.setItem('draft:1:create', '{broken')
  expect(open(daan).restored).toBeUndefined()
})

test('an expired session empties the storage, and the same user still finds what he typed', () => {
  open(daan).keep('Modderen')
  open(bram).keep('Voetbal')
  wipeDrafts({ userId: daan })
  expect(sessionStorage).toHaveLength(0)
  expect(open(daan).restored).toBe('Modderen')
  expect(open(bram).restored).toBeUndefined()
})

test('what was typed before a reload outlives an expired session too', () => {
  sessionStorage.setItem('draft:1:reloaded', JSON.stringify('Modderen'))
  sessionStorage.setItem('draft:2:reloaded', JSON.stringify('Voetbal'))
  wipeDrafts({ userId: daan })
  expect(sessionStorage).toHaveLength(0)
  expect(open(daan, 'reloaded').restored).toBe('Modderen')
  expect(open(bram, 'reloaded').restored).toBeUndefined()
})

test('who comes finds his own drafts and leaves nothing of anybody else', () => {
  open(bram).keep('Voetbal')
  sessionStorage.setItem('draft:1:create', JSON.stringify('Modderen'))
  wipeDrafts({})
  expect(sessionStorage).toHaveLength(0)
  keepDraftsOf(daan)
  expect(open(daan).restored).toBe('Modderen')
  expect(open(bram).restored).toBeUndefined()
})

test('logging out leaves nothing behind', () => {
  open(daan).keep('Modderen')
  wipeDrafts()
  expect(sessionStorage).toHaveLength(0)
  expect(open(daan).restored).toBeUndefined()
})
