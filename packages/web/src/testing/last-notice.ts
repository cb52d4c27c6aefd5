import { renderHook } from '@testing-library/react'
import { useKeptNotices } from '../platform/notices.ts'

/** The latest destructive toast. Read outside the page: a change of the page would make `waitFor` look at once, forever. */
export function lastNotice() {
  const { result, unmount } = renderHook(() => useKeptNotices().notices[0], {
    container: document.createElement('div'),
  })
  const notice = result.current
  unmount()
  return notice
}
