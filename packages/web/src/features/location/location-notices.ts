import { msg } from '@lingui/core/macro'
import { notify } from '../../platform/screen/notices.ts'
import { screen } from '../../platform/screen/screen.ts'
import { askForConsent } from '../../platform/session/consent.ts'

/** The question on the first visit. */
export function askWhere(onAllow: () => void) {
  notify({
    title: msg`May we know where you are?`,
    description: msg`Then you see the weather where you are. We don’t store your location.`,
    icon: 'locate',
    durationMs: screen.locationToastMs,
    // After a login, the welcome comes first.
    canWait: true,
    action: { label: msg`Allow`, onClick: onAllow },
  })
}

/** Locating is never silent; the setting is one tap away. */
export function sayOff() {
  notify({
    title: msg`Location is off`,
    description: msg`You switched it off in your privacy settings.`,
    icon: 'locate',
    action: { label: msg`Privacy settings`, onClick: askForConsent },
  })
}

const notSupported = msg`Geolocation is not supported by your browser.`

export function sayUnavailable(isSupported: boolean) {
  notify({
    title: msg`Location unavailable`,
    description: isSupported ? msg`Some features are limited.` : notSupported,
    tone: 'destructive',
  })
}

/** Screens about places have their own texts for this (specification 8). */
export function sayErrorOnPlaceScreens(isSupported: boolean) {
  notify({
    ...(isSupported
      ? { title: msg`Location Error`, description: msg`Could not get your current location.` }
      : { title: msg`Browser Not Supported`, description: notSupported }),
    tone: 'destructive',
  })
}
