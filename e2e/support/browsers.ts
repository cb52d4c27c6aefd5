import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where this machine keeps its Chromium (or Chrome), or undefined when there is none. */
export function findChromium(): string | undefined {
  return findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
}

/** Chromium without a user interface: it has no notifications, and takes little more than half the processor time. */
export function findHeadlessChromium(): string | undefined {
  return findProgram('chromium-headless-shell')
}

/** Where this machine keeps its Firefox, or undefined when there is none. */
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

/** Root has no sandbox to offer; and no test has anything to ask of the internet. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]
