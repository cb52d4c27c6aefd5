import type { BrowserContext } from '@playwright/test'

/** Answers the privacy dialog in advance; only its own test shows it. */
export async function answerConsent(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // The browser's initial empty page has no storage.
    if (location.origin === 'null') return
    if (localStorage.getItem('privacy_consent') === null) localStorage.setItem('privacy_consent', 'true')
  })
}
