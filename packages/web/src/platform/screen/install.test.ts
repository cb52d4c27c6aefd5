import { afterEach, expect, test, vi } from 'vitest'
import { awaitInstallOffer, installOffer, isApple, runsAsApp } from './install.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  installOffer.set(undefined)
})

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'

test.each([
  ['an iPhone', iPhone, 5, true],
  ['an iPhone that reports no touch', iPhone, 0, true],
  ['an iPad, which says it is a Mac', mac, 5, true],
  ['a Mac', mac, 0, false],
  ['a Mac with a track pad', mac, 1, false],
  ['a PC with a touch screen', windows, 10, false],
])('%s needs the app to be installed by hand, or does not', (_, userAgent, maxTouchPoints, expected) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  expect(isApple()).toBe(expected)
})

test.each([
  [true, {}, true],
  [false, { standalone: true }, true],
  [false, { standalone: false }, false],
  [false, {}, false],
])(
  'an installed app knows that it is installed (in a window of its own: %s, by Safari: %o)',
  (matches, safari, expected) => {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    vi.stubGlobal('navigator', safari)
    expect(runsAsApp()).toBe(expected)
  },
)

test('the browser’s offer to install waits until somebody asks for it', () => {
  awaitInstallOffer()
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  dispatchEvent(offer)
  expect(offer.defaultPrevented).toBe(true)
  expect(installOffer.get()).toBe(offer)
})
