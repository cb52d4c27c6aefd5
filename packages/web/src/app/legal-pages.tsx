import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type LegalPage, legalPages } from '../features/legal/content/shape.ts'
import { LegalDialog } from '../features/legal/legal-dialog.tsx'

let shown: LegalPage | undefined
/** A link led here, so back leads out; whoever came by the address alone has nothing to go back to. */
let cameByLink = false
let tell = () => {}

/** Shows the text that the hash of the address names, or none. */
function follow(byLink: boolean) {
  const next = legalPages.find(page => `#${page}` === location.hash)
  if (next && !shown) cameByLink = byLink
  shown = next
  tell()
}

function close() {
  if (cameByLink) return history.back()
  history.replaceState(history.state, '', location.pathname + location.search)
  // The browser tells of no change that was made in this way.
  dispatchEvent(new Event('hashchange'))
}

function LegalPages() {
  const page = useSyncExternalStore(
    changed => {
      tell = changed
      return () => {}
    },
    () => shown,
  )
  // What fades out still has its text.
  const [last, setLast] = useState(page)
  if (page && page !== last) setLast(page)
  return <Suspense>{last && <LegalDialog key={last} page={last} open={page !== undefined} onClose={close} />}</Suspense>
}

/** Legal texts lie over any screen, so they have a root of their own; from now on they follow the address. */
export function followLegalPages(byLink: boolean) {
  createRoot(document.createElement('div')).render(
    <I18nProvider i18n={i18n}>
      <LegalPages />
    </I18nProvider>,
  )
  addEventListener('hashchange', () => follow(true))
  follow(byLink)
}
