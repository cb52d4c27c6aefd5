import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

/** The path of Chromium or Chrome on this machine, if installed. */
export function findChromium(): string | undefined {
  return findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
}

/**
 * Chromium without a user interface takes little more than half the processor time. It has no notifications, and ends
 * a page whose service worker sets a badge.
 */
export function findHeadlessChromium(): string | undefined {
  return findProgram('chromium-headless-shell')
}

/** The path of Firefox on this machine, if installed. */
export function findFirefox(): string | undefined {
  return findProgram('firefox-esr', 'firefox')
}

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap(name => folders.map(folder => join(folder, name)))
  return paths.find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Root cannot use the sandbox, and tests must not reach the internet. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Nothing here draws with WebGL, whose emulation costs 3 % of a test's processor time.
  '--disable-gpu',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** For `test.use` at the top of a file whose tests have a service worker: the Chromium with a user interface. */
export const inWholeChromium = { launchOptions: launchOptionsOf(findChromium()) }

/** How Playwright starts this Chromium, or its own one. */
export function launchOptionsOf(executablePath: string | undefined) {
  return { timeout: 300_000, args: chromiumArguments, ...(executablePath && { executablePath }) }
}

/** Playwright hides scrollbars, but pages would still reserve their gutter behind a dialog. */
export async function removeScrollbarGutter(context: BrowserContext) {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { scrollbar-gutter: auto !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}
