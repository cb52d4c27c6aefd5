import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type LegalPage, legalPages } from '../features/legal/content/shape.ts'
import { forgetContents, LegalDialog } from '../features/legal/legal-dialog.tsx'
import { reads } from '../platform/data/reads.ts'
import { loadTexts } from '../platform/language/language.ts'
import { clearHash } from '../platform/navigation/navigation.tsx'
import { errorTitle, noConnection, notify } from '../platform/screen/notices.ts'
import { Quiet } from '../platform/screen/quiet.tsx'

const VisitorReport = lazy(async () => {
  const [{ VisitorReport: Report }] = await Promise.all([
    import('../features/moderation/visitor-report.tsx'),
    // Legal texts are in the catalogue of other pages; see vite/load-order.ts.
    loadTexts('others'),
  ])
  return { default: Report }
})

let shown: LegalPage | undefined
/** If a link led here, Back leaves it; somebody who opened the address directly has nothing to go back to. */
let cameByLink = false
let tell = () => {}

/** Shows the text named by the hash of the address, or none. */
function follow(byLink: boolean) {
  const next = legalPages.find(page => `#${page}` === location.hash)
  if (next && !shown) cameByLink = byLink
  shown = next
  tell()
}

/** Done immediately, so that closing twice does not leave the screen behind it. */
function close() {
  if (!shown) return
  shown = undefined
  tell()
  if (cameByLink) history.back()
  else clearHash()
}

function LegalPages() {
  const page = useSyncExternalStore(
    changed => {
      tell = changed
      return () => {}
    },
    () => shown,
  )
  // The text is kept while it fades out.
  const [last, setLast] = useState(page)
  if (page && page !== last) setLast(page)
  if (!last) return null
  const fail = () => {
    clearHash()
    forgetContents()
    setLast(undefined)
    notify({ title: errorTitle, description: noConnection, tone: 'destructive' })
  }
  return (
    <Quiet key={last} onFailed={fail}>
      <Suspense>
        <LegalDialog
          page={last}
          open={page !== undefined}
          onClose={close}
          reporting={
            <Suspense>
              <VisitorReport />
            </Suspense>
          }
        />
      </Suspense>
    </Quiet>
  )
}

/** Legal texts can cover any screen, so they have their own root, which follows the address from now on. */
export function followLegalPages(byLink: boolean) {
  createRoot(document.createElement('div')).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={reads}>
        <LegalPages />
      </QueryClientProvider>
    </I18nProvider>,
  )
  addEventListener('hashchange', () => follow(true))
  follow(byLink)
}
