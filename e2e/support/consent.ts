import type { BrowserContext } from '@playwright/test'

/** Browsers that have answered the privacy dialog before: it is about itself in its own test alone. */
export async function answerConsent(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The empty page that a browser begins with has no storage.
    if (location.origin === 'null') return
    if (localStorage.getItem('privacy_consent') === null) localStorage.setItem('privacy_consent', 'true')
  })
}
