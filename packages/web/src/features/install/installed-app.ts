import { useEffect, useState } from 'react'
import { knowsInstalledApp, runsAsApp } from '../../platform/screen/install.ts'

/** Chromium's, missing from the DOM types; it knows the apps that the manifest names (`related_applications`). */
type Knowing = Navigator & { getInstalledRelatedApps?: () => Promise<unknown[]> }

/** The page that was opened here, with what is no longer in the address. */
const arrivedAt = () => performance.getEntriesByType('navigation').at(0)?.name ?? location.href

/**
 * An address that opens this page in the installed app; undefined unless this is the browser of an Android phone that has
 * the app. No other platform can be asked, or asked to open it.
 */
export function useInstalledApp(): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const asking: Knowing = navigator
    if (runsAsApp() || !knowsInstalledApp() || !asking.getInstalledRelatedApps) return
    let isGone = false
    asking.getInstalledRelatedApps().then(
      apps => isGone || apps.length === 0 || setAddress(intentFor(arrivedAt())),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return address
}

/** How Android opens an address in the app that is made for it, and else in the browser. */
export function intentFor(address: string): string {
  const { protocol, host, pathname, search } = new URL(address)
  const otherwise = encodeURIComponent(address)
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;S.browser_fallback_url=${otherwise};end`
}
