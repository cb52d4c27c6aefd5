import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach } from 'vitest'
import { readOfflineFrom } from '../platform/data/data.ts'
import { reads } from '../platform/data/reads.ts'
import { wipeDrafts } from '../platform/drafts.ts'
import { forgetNotices } from '../platform/screen/notices.ts'
import { markUsable } from '../platform/screen/usable.ts'
import { daan, type Handlers, ok, serve } from './stand-in-server.ts'

// As the app does when it starts.
readOfflineFrom(async at => (await import('../platform/offline/offline-answers.ts')).readKept(at))

/** Shows a screen at an address to a user who is signed in, mostly Daan; returns the requests made. */
export function show(screen: ReactNode, at: string, handlers: Handlers = {}, user = daan) {
  history.replaceState(null, '', at)
  const server = serve({ 'GET /api/user': () => ok(user), ...handlers })
  reads.setQueryData(['/api/user'], user)
  markUsable()
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={reads}>
        <main>{screen}</main>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return { ...server, unmount }
}

afterEach(() => {
  cleanup()
  reads.clear()
  forgetNotices()
  wipeDrafts()
})
