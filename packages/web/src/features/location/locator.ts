import { fallbackLocation } from '@papadag/contract/limits'
import { useEffect, useSyncExternalStore } from 'react'
import { browserStorage } from '../../platform/browser/storage.ts'
import { screen } from '../../platform/screen/screen.ts'
import { withTexts } from '../../platform/screen/when-near.tsx'
import { mayLocate, onConsent, useConsent } from '../../platform/session/consent.ts'
import { createWatchers } from '../../platform/watchers.ts'

type Position = { latitude: number; longitude: number }

/** The browser's position, or Amsterdam (specification 4); undefined only until the first one is known. */
type Location = { status: 'loading' | 'obtained' | 'fallback'; position: Position | undefined }

const askedFlag = 'location_asked'
const fallback: Location = { status: 'fallback', position: fallbackLocation }

// Rarely shown, so its code and texts load later; see vite/load-order.ts.
const notices = () => withTexts(() => import('./location-notices.ts'), 'idle')

/** Reads the browser's position. Nothing is requested before the user agrees. */
export function createLocator(browser: Pick<Navigator, 'geolocation' | 'permissions'> = navigator) {
  let location: Location = { status: 'loading', position: undefined }
  let hasStarted = false
  // On the first visit an earlier permission does not count: that visit's question is still open.
  const isFirstVisit = browserStorage.get(askedFlag) === null
  const { tell, watch } = createWatchers()

  function become(next: Location) {
    location = next
    tell()
  }

  /** Uses the position if the browser already has permission. */
  async function start() {
    if (hasStarted) return
    hasStarted = true
    onConsent(heed)
    await locateIfGranted()
  }

  async function locateIfGranted() {
    if (!isFirstVisit && mayLocate() && (await isGranted(browser))) await locate()
    else if (location.status === 'loading') become(fallback)
  }

  /** Applies a changed choice in the privacy settings. */
  function heed() {
    if (!mayLocate()) become(fallback)
    else if (location.status === 'fallback') void locateIfGranted()
  }

  /** Asks the browser, which may prompt the user; shows a notice if that fails. */
  async function locate(): Promise<void> {
    if (await find()) return
    const { sayOff, sayUnavailable } = await notices()
    if (mayLocate()) sayUnavailable(isSupported(browser))
    else sayOff()
  }

  /** The same for screens about places, which have their own texts for failures (specification 8). */
  async function locateForPlaces(): Promise<Position | undefined> {
    const found = await find()
    if (found) return found
    const { sayOff, sayErrorOnPlaceScreens } = await notices()
    if (mayLocate()) sayErrorOnPlaceScreens(isSupported(browser))
    else sayOff()
    return undefined
  }

  /** Locates without a notice, for callers that report the result in place. */
  async function find(): Promise<Position | undefined> {
    if (!mayLocate()) return undefined
    become({ status: 'loading', position: location.position })
    try {
      const { latitude, longitude } = await currentPosition(browser)
      // Permission may have been withdrawn in the meantime.
      if (!mayLocate()) throw new Error('no consent')
      become({ status: 'obtained', position: { latitude, longitude } })
      return { latitude, longitude }
    } catch {
      become(fallback)
      return undefined
    }
  }

  /** The question of the first visit, asked once per browser. */
  function offer() {
    if (browserStorage.get(askedFlag) !== null) return
    browserStorage.set(askedFlag, 'true')
    void notices().then(({ askWhere }) => askWhere(locate))
  }

  return {
    get: () => location,
    watch,
    start,
    find,
    locate,
    locateForPlaces,
    offer,
  }
}

type Browser = Parameters<typeof createLocator>[0]

function isSupported(browser: Browser) {
  // Missing in some embedded browsers, whatever the types say.
  return Boolean(browser?.geolocation)
}

async function isGranted(browser: NonNullable<Browser>) {
  try {
    return (await browser.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

function currentPosition(browser: NonNullable<Browser>): Promise<Position> {
  return new Promise((resolve, reject) =>
    browser.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      enableHighAccuracy: true,
      timeout: screen.geolocationTimeoutMs,
      maximumAge: screen.geolocationMaxAgeMs,
    }),
  )
}

const locator = createLocator()

/** The browser's position, and a function to request it. */
export function useLocation() {
  useEffect(() => void locator.start(), [])
  const { find, locate, locateForPlaces } = locator
  return { ...useSyncExternalStore(locator.watch, locator.get, locator.get), find, locate, locateForPlaces }
}

/** Asks for permission on the first visit, unless the screen asks first. */
export function useLocationOffer(mayAsk = true) {
  // After the privacy dialog, and only if it allows location (decision R9).
  const { accepted, preferences } = useConsent()
  const isAllowed = mayAsk && accepted !== undefined && preferences.location
  useEffect(() => {
    if (isAllowed) locator.offer()
  }, [isAllowed])
}
