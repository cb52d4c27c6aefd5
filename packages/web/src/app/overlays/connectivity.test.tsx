import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOnline } from './connectivity.ts'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('@papadag/ui/layers/toast', () => {
  fetched()
  return { toast: () => {} }
})

test('the toast’s code is fetched once the screen is usable, so that it can be shown when the network then goes', async () => {
  // No timer runs in this test.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { rerender, unmount } = renderHook(useOnline, { initialProps: false })
  await vi.dynamicImportSettled()
  expect(fetched).not.toHaveBeenCalled()
  rerender(true)
  await vi.dynamicImportSettled()
  expect(fetched).toHaveBeenCalledOnce()
  unmount()
  vi.useRealTimers()
})
