import { afterEach, expect, test, vi } from 'vitest'
import { createBrowserDatabase } from '../offline/browser-database.ts'
import { pixelRatio } from './pixel-ratio.ts'
import { activeRegistration, serviceWorkers } from './service-worker.ts'
import {
  browserStorage,
  databaseNames,
  deleteDatabase,
  fileStorage,
  readCookie,
  tabStorage,
  writeCookie,
} from './storage.ts'
import { openChannel } from './tabs.ts'
import { namedZone, zoneByOffset } from './zone.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

/** Makes a property of the browser throw when it is read, as blocked storage does. */
function block(name: string) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
  return () => {
    if (before) Object.defineProperty(globalThis, name, before)
    else Reflect.deleteProperty(globalThis, name)
  }
}

const full = { getItem: () => null, setItem: refuse, removeItem: () => {} }

const storages: [browser: string, spoil: () => () => void][] = [
  ['stores everything', () => () => {}],
  [
    'blocks its storage',
    () => {
      const ends = [block('localStorage'), block('sessionStorage')]
      return () => {
        for (const end of ends) end()
      }
    },
  ],
  [
    'has no storage',
    () => {
      vi.stubGlobal('localStorage', undefined)
      vi.stubGlobal('sessionStorage', null)
      return () => vi.unstubAllGlobals()
    },
  ],
  [
    'has no room',
    () => {
      vi.stubGlobal('localStorage', full)
      vi.stubGlobal('sessionStorage', full)
      return () => vi.unstubAllGlobals()
    },
  ],
  [
    'answers nothing it is asked',
    () => {
      const deaf = { getItem: refuse, setItem: refuse, removeItem: refuse }
      vi.stubGlobal('localStorage', deaf)
      vi.stubGlobal('sessionStorage', deaf)
      return () => vi.unstubAllGlobals()
    },
  ],
]

test.each(storages)(
  'in a browser that %s, the page remembers what it stores, and forgets it when asked',
  (_, spoil) => {
    const restore = spoil()
    for (const storage of [browserStorage, tabStorage]) {
      expect(storage.get('answer')).toBeNull()
      storage.set('answer', 'yes')
      expect(storage.get('answer')).toBe('yes')
      storage.set('answer', 'no')
      expect(storage.get('answer')).toBe('no')
      expect(storage.names()).toContain('answer')
      storage.remove('answer')
      expect(storage.get('answer')).toBeNull()
      expect(storage.names()).not.toContain('answer')
    }
    restore()
  },
)

test('a stored value that the browser refuses to replace or remove no longer counts', () => {
  localStorage.setItem('answer', 'old')
  vi.stubGlobal('localStorage', { answer: 'old', getItem: () => 'old', setItem: refuse, removeItem: refuse })
  browserStorage.set('answer', 'new')
  expect(browserStorage.get('answer')).toBe('new')
  browserStorage.remove('answer')
  expect(browserStorage.get('answer')).toBeNull()
  expect(browserStorage.names()).not.toContain('answer')
})

test('a browser that blocks cookies is treated as having none', () => {
  writeCookie('language', 'fr', 60)
  expect(readCookie('language')).toBe('fr')
  const cookie = vi.spyOn(document, 'cookie', 'get').mockImplementation(refuse)
  vi.spyOn(document, 'cookie', 'set').mockImplementation(refuse)
  expect(readCookie('language')).toBeUndefined()
  expect(() => writeCookie('language', 'nl', 60)).not.toThrow()
  cookie.mockReturnValue('language=%E0%A4%A; XSRF-TOKEN=a%20b')
  expect(readCookie('language')).toBeUndefined()
  expect(readCookie('XSRF-TOKEN')).toBe('a b')
})

test('a browser without files, channels or service workers is treated so, whether they are missing or blocked', async () => {
  const ends = [block('caches'), block('BroadcastChannel')]
  expect(fileStorage()).toBeUndefined()
  const channel = openChannel<string>('tabs')
  expect(() => channel.postMessage('hello')).not.toThrow()
  for (const end of ends) end()
  vi.stubGlobal('navigator', {})
  expect(serviceWorkers()).toBeUndefined()
  await expect(activeRegistration()).rejects.toThrow()
  vi.stubGlobal('navigator', {
    get serviceWorker() {
      return refuse()
    },
  })
  expect(serviceWorkers()).toBeUndefined()
})

const never = () => new Promise<never>(() => {})

const databases: [browser: string, database: unknown][] = [
  ['has no databases', undefined],
  ['blocks its databases', { open: refuse, databases: refuse, deleteDatabase: refuse }],
  [
    'never answers about its databases',
    { open: () => new EventTarget(), databases: never, deleteDatabase: () => ({}) },
  ],
]

test.each(databases)(
  'a browser that %s is used without its databases after two seconds at most',
  async (_, database) => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', database)
    const store = createBrowserDatabase('papadag-test', () => {})
    const first = store.use('nothing', async () => 'something')
    const [names, gone] = [databaseNames(), deleteDatabase('papadag-test')]
    await vi.advanceTimersByTimeAsync(2000)
    expect(await first).toBe('nothing')
    expect(await names).toEqual([])
    await gone
    // Nothing waits a second time.
    expect(await store.use('nothing', async () => 'something')).toBe('nothing')
    const closed = store.close()
    await vi.advanceTimersByTimeAsync(2000)
    await closed
  },
)

const zones: [said: unknown, known: string | undefined][] = [
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['America/New_York', 'America/New_York'],
  ['UTC', 'UTC'],
  ['Etc/Unknown', undefined],
  ['', undefined],
  [undefined, undefined],
  ['Mars/Olympus', undefined],
  [42, undefined],
]

test.each(zones)('a browser that calls its time zone %j is in %j', (said, known) => {
  vi.stubGlobal('Temporal', undefined)
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  const own = resolvedOptions.call(new Intl.DateTimeFormat()).timeZone
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    const options = resolvedOptions.call(this)
    // Only its own zone is odd; one that is asked for is refused or known as ever.
    return options.timeZone === own ? { ...options, timeZone: said as string } : options
  })
  expect(namedZone()).toBe(known)
})

test.each([
  [0, 'UTC'],
  [-60, 'UTC+1'],
  [240, 'UTC-4'],
  [-330, 'UTC+5:30'],
  [210, 'UTC-3:30'],
])('the time zone of a clock %d minutes from UTC is %s', (offset, name) => {
  expect(zoneByOffset(offset)).toBe(name)
})

test.each([
  [1, 1],
  [2.75, 2.75],
  [0.3, 1],
  [0, 1],
  [-2, 1],
  [40, 3],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
  [undefined, 1],
  ['2', 1],
])('a screen that reports %j pixels in one is drawn with %d', (said, drawn) => {
  vi.stubGlobal('devicePixelRatio', said)
  expect(pixelRatio()).toBe(drawn)
})
