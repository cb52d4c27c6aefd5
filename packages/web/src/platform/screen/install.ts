import { createStore } from '../store.ts'

/** Chromium's event for an installable page, missing from the DOM types. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The browser's offer to install, if any. */
export const installOffer = createStore<InstallOffer | undefined>(undefined)
/** Whether somebody has asked for the instructions. */
export const installQuestion = createStore(false)

/** Listens from the start: the browser fires the event once, before the card's code has loaded. */
export function awaitInstallOffer() {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
}

/** Whether this is already running as an installed app. */
export function runsAsApp(): boolean {
  // Safari on a phone has its own property for this.
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

/** Whether this browser can say that the app is installed, and open an address in it: Chromium on Android. */
export const knowsInstalledApp = (): boolean =>
  'getInstalledRelatedApps' in navigator && /Android/.test(navigator.userAgent)

/** Safari on iPhone and iPad, which installs only by hand. */
export function isApple(): boolean {
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
