import '../platform/theme.ts'
import './app.css'
import { createRoot } from 'react-dom/client'
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
// Not awaited at the top: the bundler would then keep what pages share with the entry in more chunks.
showLanguage(chosenLanguage()).then(() => {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
})

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js'))
}
