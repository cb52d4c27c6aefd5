import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keepDraftsOf, useDraft, wipeDrafts } from './drafts.ts'

const daan = 1
const bram = 2
const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)
const open = (userId: number, name = 'create') => renderHook(() => useDraft(name, userId, readText)).result.current

beforeEach(() => wipeDrafts())

test('a draft is restored when the screen opens again', () => {
  open(daan).keep('Modderen')
  expect(open(daan).restored).toBe('Modderen')
  expect(open(daan, 'edit-7').restored).toBeUndefined()
  expect(open(bram).restored).toBeUndefined()
})

test('a draft survives a reload of the tab', () => {
  sessionStorage.setItem('draft:1:create', JSON.stringify('Modderen'))
  expect(open(daan).restored).toBe('Modderen')
})

test('a sent draft is forgotten', () => {
  open(daan).keep('Modderen')
  open(daan).forget()
  expect(open(daan).restored).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('draft fields that no longer fit the form are dropped', () => {
  sessionStorage.setItem('draft:1:create', '{"title":3}')
  expect(open(daan).restored).toBeUndefined()
  sessionStorage.setItem('draft:1:create', '{broken')
  expect(open(daan).restored).toBeUndefined()
})

test('an expired session clears the storage, and the same user still finds his drafts', () => {
  open(daan).keep('Modderen')
  open(bram).keep('Voetbal')
  wipeDrafts({ userId: daan })
  expect(sessionStorage).toHaveLength(0)
  expect(open(daan).restored).toBe('Modderen')
  expect(open(bram).restored).toBeUndefined()
})

test('a draft from before a reload survives an expired session too', () => {
  sessionStorage.setItem('draft:1:reloaded', JSON.stringify('Modderen'))
  sessionStorage.setItem('draft:2:reloaded', JSON.stringify('Voetbal'))
  wipeDrafts({ userId: daan })
  expect(sessionStorage).toHaveLength(0)
  expect(open(daan, 'reloaded').restored).toBe('Modderen')
  expect(open(bram, 'reloaded').restored).toBeUndefined()
})

test('a user who signs in finds his own drafts, and other users’ are deleted', () => {
  open(bram).keep('Voetbal')
  sessionStorage.setItem('draft:1:create', JSON.stringify('Modderen'))
  wipeDrafts({})
  expect(sessionStorage).toHaveLength(0)
  keepDraftsOf(daan)
  expect(open(daan).restored).toBe('Modderen')
  expect(open(bram).restored).toBeUndefined()
})

test('logging out deletes all drafts', () => {
  open(daan).keep('Modderen')
  wipeDrafts()
  expect(sessionStorage).toHaveLength(0)
  expect(open(daan).restored).toBeUndefined()
})
