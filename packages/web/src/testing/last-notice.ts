import { renderHook } from '@testing-library/react'
import { useKeptNotices } from '../platform/screen/notices.ts'

/**
 * The latest destructive toast. It is not read from the page, since changing the page in `waitFor` would repeat it for
 * ever.
 */
export function lastNotice() {
  const { result, unmount } = renderHook(() => useKeptNotices().notices[0], {
    container: document.createElement('div'),
  })
  const notice = result.current
  unmount()
  return notice
}
