import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openIdIn, useCloseSheet } from './sheet-address.ts'

beforeEach(() => history.replaceState(null, '', '/places'))

test.each([
  ['7', 7],
  ['123456789', 123_456_789],
  ['', undefined],
  ['0', undefined],
  ['07', undefined],
  ['1234567890', undefined],
  ['7a', undefined],
  ['-7', undefined],
])('“%s” in the address opens the sheet %s', (open, id) => {
  expect(openIdIn(new URLSearchParams(open ? { open } : {}))).toBe(id)
})

test('a sheet opened here closes by going back, and one that its address opened leads to the list', async () => {
  const back = vi.spyOn(history, 'back').mockReturnValue()
  const { result, rerender } = renderHook(({ isOpen }) => useCloseSheet(isOpen, '/places?type=playground'), {
    initialProps: { isOpen: true },
  })
  const before = history.length
  result.current()
  await waitFor(() => expect(location.search).toBe('?type=playground'))
  expect([history.length, back.mock.calls.length]).toEqual([before, 0])

  rerender({ isOpen: false })
  rerender({ isOpen: true })
  result.current()
  expect(back).toHaveBeenCalledOnce()

  // Closed and opened by Forward: it is one that was opened here again.
  rerender({ isOpen: false })
  history.replaceState(null, '', '/places?open=7')
  result.current()
  await waitFor(() => expect(location.search).toBe('?type=playground'))
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
})
