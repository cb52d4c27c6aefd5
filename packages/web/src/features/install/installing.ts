import { type InstallOffer, installOffer } from '../../platform/install.ts'

const installedKey = 'pwa_installed'
const laterKey = 'pwa_later'
// Decision V3.
const laterDays = 14

/** Whether the card may be shown: not installed here, and not put off in the last two weeks (decision V3). */
export function mayOffer(now = Date.now()): boolean {
  if (localStorage.getItem(installedKey) === 'true') return false
  const later = Date.parse(localStorage.getItem(laterKey) ?? '')
  return Number.isNaN(later) || now - later >= laterDays * 86_400_000
}

export function markInstalled() {
  localStorage.setItem(installedKey, 'true')
  installOffer.set(undefined)
}

/** Notes the day. */
export function putOff(now = new Date()) {
  localStorage.setItem(laterKey, now.toISOString().slice(0, 10))
}

/** Lets the browser ask, which it does once for each offer. */
export async function install(offer: InstallOffer) {
  const outcome = await ask(offer)
  // Where there is no question to be had the card has done what it can (specification 4); the menu still offers it.
  if (outcome !== 'dismissed') return markInstalled()
  putOff()
  installOffer.set(undefined)
}

async function ask(offer: InstallOffer) {
  try {
    return (await offer.prompt()).outcome
  } catch {
    return undefined
  }
}
