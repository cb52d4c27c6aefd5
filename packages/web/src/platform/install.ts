import { createStore } from './store.ts'

/** Chromium's event for a page that can be installed, which the DOM types lack. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The browser's offer to install, if any. */
export const installOffer = createStore<InstallOffer | undefined>(undefined)
/** Whether somebody wants to hear how it is done. */
export const installQuestion = createStore(false)

/** Listens from the start: the browser offers it once, before the code of the card is here. */
export function awaitInstallOffer() {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
}

/** Whether this runs as an app already. */
export function runsAsApp(): boolean {
  // Safari on a phone says it in a way of its own.
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  )
}

/** Safari on iPhone and iPad, which installs by hand alone. */
export function isApple(): boolean {
  // An iPad says that it is a Mac, but no Mac has a screen to touch.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
