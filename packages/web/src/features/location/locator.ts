import { fallbackLocation } from '@papadag/contract/limits'
import { useEffect, useSyncExternalStore } from 'react'
import { mayLocate, onConsent, useConsent } from '../../platform/consent.ts'
import { screen } from '../../platform/screen.ts'

type Position = { latitude: number; longitude: number }

/** Where this browser is, or Amsterdam (specification 4). No position at all only while the first one is looked for. */
type Location = { status: 'loading' | 'obtained' | 'fallback'; position: Position | undefined }

const askedFlag = 'location_asked'
const fallback: Location = { status: 'fallback', position: fallbackLocation }

// Said rarely, so its code and words come later; see vite/reachable.ts.
const notices = () => import(/* afterwards */ './location-notices.ts')

/** Finds out where the browser is. Nobody is asked anything before he has said that he wants it. */
export function createLocator(browser: Pick<Navigator, 'geolocation' | 'permissions'> = navigator) {
  let location: Location = { status: 'loading', position: undefined }
  let hasStarted = false
  // On the first visit an old permission is no answer: the question of that visit is still open.
  const isFirstVisit = localStorage.getItem(askedFlag) === null
  const watchers = new Set<() => void>()

  function become(next: Location) {
    location = next
    for (const watcher of watchers) watcher()
  }

  /** Uses the position when the browser may already give it. */
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

  /** He has allowed it in the privacy settings, or no longer does. */
  function heed() {
    if (!mayLocate()) become(fallback)
    else if (location.status === 'fallback') void locateIfGranted()
  }

  /** Asks the browser, which may ask the person; says so when it fails. */
  async function locate(): Promise<void> {
    if (mayLocate() && (await find())) return
    const { sayOff, sayUnavailable } = await notices()
    if (mayLocate()) sayUnavailable(isSupported(browser))
    else sayOff()
  }

  /** The same for screens of places, which have words of their own for failing (specification 8). */
  async function locateForPlaces(): Promise<Position | undefined> {
    const found = mayLocate() ? await find() : undefined
    if (found) return found
    const { sayOff, sayErrorAmongPlaces } = await notices()
    if (mayLocate()) sayErrorAmongPlaces(isSupported(browser))
    else sayOff()
    return undefined
  }

  async function find(): Promise<Position | undefined> {
    become({ status: 'loading', position: location.position })
    try {
      const { latitude, longitude } = await currentPosition(browser)
      // He may have taken it back while the browser was looking.
      if (!mayLocate()) throw new Error('no consent')
      become({ status: 'obtained', position: { latitude, longitude } })
      return { latitude, longitude }
    } catch {
      become(fallback)
      return undefined
    }
  }

  /** The question of the first visit, asked once in the life of this browser. */
  function offer() {
    if (localStorage.getItem(askedFlag) !== null) return
    localStorage.setItem(askedFlag, 'true')
    void notices().then(({ askWhere }) => askWhere(locate))
  }

  return {
    get: () => location,
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    start,
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

/** Where this browser is, and the way to ask it when the person wants that. */
export function useLocation() {
  useEffect(() => void locator.start(), [])
  const { locate, locateForPlaces } = locator
  return { ...useSyncExternalStore(locator.watch, locator.get), locate, locateForPlaces }
}

/** Asks on the first visit whether we may know; a screen that has something to ask first says so. */
export function useLocationOffer(mayAsk = true) {
  // After the privacy dialog, and not against it (decision R9).
  const { accepted, preferences } = useConsent()
  const isAllowed = mayAsk && accepted !== undefined && preferences.location
  useEffect(() => {
    if (isAllowed) locator.offer()
  }, [isAllowed])
}
