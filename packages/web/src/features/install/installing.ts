import { browserStorage } from '../../platform/browser/storage.ts'
import { type InstallOffer, installOffer } from '../../platform/screen/install.ts'

const installedKey = 'pwa_installed'
const laterKey = 'pwa_later'
// Decision V3.
const laterDays = 14

/** Whether the card may be shown: not installed, and not postponed in the last two weeks (decision V3). */
export function mayOffer(now = Date.now()): boolean {
  return browserStorage.get(installedKey) !== 'true' && !isPostponed(now)
}

export function isPostponed(now = Date.now()): boolean {
  const later = Date.parse(browserStorage.get(laterKey) ?? '')
  return now - later < laterDays * 86_400_000
}

export function markInstalled() {
  browserStorage.set(installedKey, 'true')
  installOffer.set(undefined)
}

/** Stores the day of the postponement. */
export function postpone(now = new Date()) {
  browserStorage.set(laterKey, now.toISOString().slice(0, 10))
}

/** Shows the browser's prompt, which works once for each offer. */
export async function install(offer: InstallOffer) {
  const outcome = await prompt(offer)
  // If there is no prompt, the card is done (specification 4); the menu still offers it.
  if (outcome !== 'dismissed') return markInstalled()
  postpone()
  installOffer.set(undefined)
}

async function prompt(offer: InstallOffer) {
  try {
    return (await offer.prompt()).outcome
  } catch {
    return undefined
  }
}
