import '../platform/theme.ts'
import './app.css'
import { createRoot } from 'react-dom/client'
import { awaitInstallOffer } from '../platform/install.ts'
import { chosenLanguage, showLanguage } from '../platform/language.ts'
import { keepScrollPositions, providePages } from '../platform/navigation.tsx'
import { openSession } from '../platform/session.ts'
import { App } from './app.tsx'
import { pageLoader } from './pages.ts'

// All at once: who is signed in, the code of this screen, and its words.
openSession()
providePages(pageLoader)
pageLoader.preload(location.pathname)
keepScrollPositions()
awaitInstallOffer()
// Not awaited at the top: the bundler would then keep what pages share with the entry in more chunks.
showLanguage(chosenLanguage()).then(() => {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
})

// Legal texts lie over any screen, named by the hash of its address; few read them, so their code comes with the first.
const followHash = (byLink: boolean) =>
  void import(/* afterwards */ './legal-pages.tsx').then(legal => legal.followLegalPages(byLink))
if (location.hash) followHash(false)
else addEventListener('hashchange', () => followHash(true), { once: true })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js'))
}
