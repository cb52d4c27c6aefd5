import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'

type Options = { locale: string | undefined; timezoneId: string | undefined; width: number; height: number }

/** Chromium with one window as an installed app has it: without tabs, in the display mode `standalone`. */
export async function openInstalled(
  url: string,
  options: Options,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-app-'))
  const { locale, timezoneId, width, height } = options
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(folder, {
    timeout: 300_000,
    ...(executablePath && { executablePath }),
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
    args: [...chromiumArguments, `--app=${url}/auth`],
    viewport: { width, height },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  return {
    context,
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
