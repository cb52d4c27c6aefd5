import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { forgetNotices } from '../../../platform/screen/notices.ts'
import { ok, serve } from '../../../testing/stand-in-server.ts'
import { useExport } from './save-export.ts'

beforeEach(() => showLanguage('en'))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  forgetNotices()
})

test('an export’s file stays readable while the browser asks for its destination', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const revoked = vi.fn()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:export', revokeObjectURL: revoked }))
  const saved: (string | null)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href)
  })
  serve({ 'GET /api/users/me/export': () => ok({}) })
  const { result } = renderHook(() => useExport())
  await act(async () => result.current.save())
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved).toEqual(['blob:export'])
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(revoked).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(revoked).toHaveBeenCalledWith('blob:export')
})
