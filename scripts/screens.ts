// `npm run screens`: takes pictures of every screen and overlay in both themes, on a phone and on a desktop, and puts
// them next to the mock-ups in docs/screens, which git ignores; those that the README and the
// installation show are copied to packages/web/public/screens. `npm run screens -- home chat` takes those whose names begin with these words.
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startSmtpStandIn } from '../packages/server/src/testing/smtp-stand-in.ts'
import { startWeatherStandIn } from '../packages/server/src/testing/weather/weather-stand-in.ts'
import { chromiumArguments, findChromium, removeScrollbarGutter } from '../tools/browsers.ts'
import { signIn } from '../tools/father.ts'
import { freePort } from '../tools/free-port.ts'
import { print, root } from '../tools/install.mjs'
import { startProduct, temporaryDataDir } from '../tools/product.ts'
import { operatorCommand } from '../tools/server-command.mjs'
import { startTileStandIn } from '../tools/tile-stand-in.ts'
import { type Screen, type Size, screens } from './screens/list.ts'
import { fileOf, table, themes } from './screens/table.ts'
import { drawTile } from './screens/tile.ts'
import { moderator, prepareWorld, type World } from './screens/world.ts'

const folder = join(root, 'docs', 'screens')
/** The few pictures that the README shows, and a browser that offers to install the app. */
const shown = join(root, 'packages', 'web', 'public', 'screens')
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
/** Amsterdam, where daan lives. */
const geolocation = { latitude: 52.3731, longitude: 4.8926 }
/** The local storage of a returning visitor. */
const choices = { location_asked: 'true', privacy_consent: 'true', pwa_installed: 'true' }
const asked = { push_asked: 'true' }
/** Widths of the kept pictures, chosen so that the folder stays at about 6 MB. */
const kept = { phone: 390, desktop: 840 }
const quality = 42

const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some(start => name.startsWith(start)))
const key = 'a-weather-key'
const weather = await startWeatherStandIn({ key })
const tiles = await startTileStandIn(await drawTile())
// The screens for a forgotten password need mail.
const smtp = await startSmtpStandIn()
const port = String(await freePort())
const { dataDir, remove } = temporaryDataDir()
const env = {
  DATA_DIR: dataDir,
  OPEN_WEATHER_API_KEY: key,
  OPEN_WEATHER_URL: weather.url,
  TILE_URL: tiles.template,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Papadag <papadag@papadag.example>',
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
}
// The first start creates the accounts; a moderator is then named while Papadag is stopped.
await (await startProduct(env)).stop()
for (const role of ['moderator', 'operator']) {
  await promisify(execFile)(process.execPath, [...operatorCommand, role, 'add', moderator], {
    cwd: root,
    env: { ...process.env, ...env },
  })
}
const product = await startProduct(env)
const executablePath = findChromium()
// Chromium shows times in Dutch form only if its own language is Dutch.
const browser = await chromium.launch({
  args: chromiumArguments,
  env: { ...process.env, LANGUAGE: 'nl', LC_ALL: 'nl_NL.UTF-8' },
  ...(executablePath && { executablePath }),
})
try {
  mkdirSync(folder, { recursive: true })
  const world = await prepareWorld(product)
  for (const screen of chosen) {
    for (const size of screen.only ? [screen.only] : (['phone', 'desktop'] as const))
      await photograph(screen, size, world)
    print(screen.name)
  }
  writeFileSync(join(folder, 'README.md'), table(screens, folder))
  for (const file of readdirSync(shown)) {
    if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(shown, file))
  }
} finally {
  await browser.close()
  await product.stop()
  await Promise.all([weather.close(), tiles.close(), smtp.close()])
  remove()
}

/** Takes pictures of one visit in both themes. */
async function photograph(screen: Screen, size: Size, world: World) {
  const page = await open(browser, screen, size, world)
  try {
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(world))
    await untilIdle(page)
    await screen.before?.(page, size, world)
    await untilIdle(page)
    // Overlays are fetched and drawn at their first use.
    if (screen.before) await page.waitForTimeout(700)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(async () => {
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        // Wait until no transition is left: on a slow machine icons and fields keep the colours of the other theme, and
        // inherited colours change after their parent's.
        const changing = () => document.getAnimations().filter(one => one instanceof CSSTransition)
        while (changing().length > 0) await Promise.allSettled(changing().map(({ finished }) => finished))
      })
      const picture = await page.screenshot({ fullPage: screen.whole ?? false, caret: 'hide' })
      await sharp(picture)
        .resize({ width: kept[size] })
        .webp({ quality, effort: 6 })
        .toFile(join(folder, fileOf(screen, size, theme)))
    }
  } catch (error) {
    process.exitCode = 1
    print(`${screen.name} (${size}): ${error instanceof Error ? error.message : error}`)
  } finally {
    await page.context().close()
  }
}

async function open(
  browser: Browser,
  { as = 'daan', isFirstVisit, mayNotify }: Screen,
  size: Size,
  world: World,
): Promise<Page> {
  const known = Object.entries({ ...choices, ...(!mayNotify && asked) }).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    geolocation,
    permissions: ['geolocation', 'notifications'],
    storageState: {
      cookies: [],
      origins: isFirstVisit ? [] : [{ origin: product.url, localStorage: known }],
    },
  })
  await removeScrollbarGutter(context)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  // The clock always shows the same time of day, while timers continue.
  await page.clock.setFixedTime(new Date(`${new Date().toISOString().slice(0, 10)}T09:41:00`))
  const viewer = world.viewers[as]
  if (viewer) await signIn(page, viewer)
  return page
}

/** Waits until no request is in flight, or for at most a few seconds. */
async function untilIdle(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
