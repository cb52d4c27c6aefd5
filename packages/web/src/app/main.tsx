import '../platform/screen/theme.ts'
import './app.css'
import { createRoot } from 'react-dom/client'
import { legalPages } from '../features/legal/content/shape.ts'
import { heedFilledFields } from '../platform/browser/filled-fields.ts'
import { surviveForeignChanges } from '../platform/browser/foreign-changes.ts'
import { isOffline } from '../platform/browser/network.ts'
import { providePlurals } from '../platform/browser/plurals.ts'
import { registerServiceWorker } from '../platform/browser/service-worker.ts'
import { prefetchHinted, readOfflineFrom } from '../platform/data/data.ts'
import { chosenLanguage, showLanguage } from '../platform/language/language.ts'
import { clearHash, keepScrollPositions, providePages } from '../platform/navigation/navigation.tsx'
import { matchRoute } from '../platform/navigation/routes.ts'
import { awaitInstallOffer } from '../platform/screen/install.ts'
import { errorTitle, noConnection, notify } from '../platform/screen/notices.ts'
import { whenUsable } from '../platform/screen/usable.ts'
import { partsAlong } from '../platform/screen/when-near.tsx'
import { openSession } from '../platform/session/session.ts'
import { App } from './app.tsx'
import { loadLiveParts } from './load-live-parts.ts'
import { pageLoader } from './pages.ts'
import { prerendered } from './prerendered/prerendered.ts'

/** Whether all of the first screen is on this device. */
const isStored = isOffline()
/** A first screen that takes longer shows that it is loading; a prerendered one already looks that way, a stored one comes. */
const patienceMs = prerendered || isStored ? 3000 : 300

surviveForeignChanges()
providePlurals()
heedFilledFields()
readOfflineFrom(async at => (await import('../platform/offline/offline-answers.ts')).readKept(at))

// In parallel: the session, the code of this screen, and its texts in the language that is chosen first.
const hasWords = showLanguage(chosenLanguage())
const hasSession = openSession()
// Mostly here before the first render.
const hasReads = prefetchHinted()
providePages(pageLoader)
const hasPage = loadScreen()
const hasParts = hasPage.then(partsAlong)
keepScrollPositions()
awaitInstallOffer()
// A top-level await would make the bundler split shared code into more chunks.
void Promise.all([hasWords, untilReady()]).then(
  () => {
    const root = document.getElementById('root')
    if (root) createRoot(root).render(<App />)
    // Shows what is wrong in place of the drawing: see prerendered-start.ts.
  },
  () => dispatchEvent(new Event('error')),
)

async function loadScreen(): Promise<void> {
  const { pathname } = location
  // A chat's messages follow its first frame at once.
  const hasLive = matchRoute(pathname)?.name === 'chat' && loadLiveParts().catch(() => {})
  await Promise.all([pageLoader.preload(pathname), hasLive])
  // A tap on the prerendered screen has led elsewhere.
  if (pathname !== location.pathname) return loadScreen()
}

/** Nothing is rendered repeatedly while the first screen completes. */
function untilReady() {
  const isOverdue = new Promise(resolve => setTimeout(resolve, patienceMs))
  return Promise.race([isOverdue, Promise.all([hasSession, hasPage, isStored && hasReads, isStored && hasParts])])
}

// Legal texts can cover any screen and are named by the hash of the address; they are rarely read, so their code loads
// on first use. A notice that it cannot be loaded needs the texts of the language.
const changed = () => followHash(true)
function followHash(byLink: boolean) {
  if (!legalPages.some(page => location.hash === `#${page}`)) return
  removeEventListener('hashchange', changed)
  hasWords
    .then(() => import('./legal-pages.tsx'))
    .then(
      legal => legal.followLegalPages(byLink),
      () => {
        clearHash()
        addEventListener('hashchange', changed)
        notify({ title: errorTitle, description: noConnection, tone: 'destructive' })
      },
    )
}
addEventListener('hashchange', changed)
followHash(false)

if (import.meta.env.PROD) void whenUsable().then(registerServiceWorker)
