// `npm run check -- lighthouse`: runs Lighthouse on the built product with demo data, on an emulated phone. Its
// performance score is left out, since it depends on the machine; benches and budgets measure speed. Lighthouse takes
// 176 MB, so the first run downloads it instead of every `npm install`.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { logIn } from '@papadag/contract/auth'
import puppeteer, { type Page } from 'puppeteer-core'
import { Client } from '../packages/server/src/testing/client.ts'
import { startWeatherStandIn } from '../packages/server/src/testing/weather/weather-stand-in.ts'
import { chromiumArguments, findChromium } from '../tools/browsers.ts'
import { demoFather } from '../tools/father.ts'
import { print, root, stop } from '../tools/install.mjs'
import { startProduct, temporaryDataDir } from '../tools/product.ts'
import { startTileStandIn } from '../tools/tile-stand-in.ts'

const version = '13.5.0'
const folder = join(root, 'node_modules', '.cache', `lighthouse-${version}`)
const layoutShiftMost = 0.02
const forVisitors = ['/auth', '/auth?tab=register']
const wanted = process.argv.slice(2)
const forMembers = ['/', '/playdates', '/places', '/playground-map', '/discover', '/chat', '/profile', '/create']

/**
 * OpenStreetMap's server has tiles of one size, which are less sharp than a phone could show, and requests to other
 * hosts are not allowed. Pins are where the playgrounds are, so two may touch, or one may be half hidden by the zoom
 * buttons: WCAG 2.5.8 exempts them, and the list below the map contains the same playgrounds.
 */
const accepted = new Map([['/playground-map', ['image-size-responsive', 'target-size']]])

/** The parts of a Lighthouse report that are used here. */
type Report = {
  categories: Record<'accessibility' | 'best-practices', { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number; details?: Details }>
}
type Details = { items?: { node?: { snippet: string }; sourceLocation?: { url: string } }[] }
type Lighthouse = (url: string, flags: object, config: undefined, page: Page) => Promise<{ lhr: Report } | undefined>

const executablePath = findChromium()
if (!executablePath) stop('Lighthouse needs Chromium. On Debian: sudo apt-get install chromium')
const lighthouse = await fetchLighthouse()
const weather = await startWeatherStandIn()
const tiles = await startTileStandIn()
const { dataDir, remove } = temporaryDataDir()
const product = await startProduct({
  DATA_DIR: dataDir,
  OPEN_WEATHER_API_KEY: 'a-weather-key',
  OPEN_WEATHER_URL: weather.url,
  TILE_URL: tiles.template,
})
const browser = await puppeteer.launch({ executablePath, args: chromiumArguments })
const rows: string[] = []
try {
  const page = await browser.newPage()
  for (const path of chosen(forVisitors)) await measure(page, path)
  const client = new Client(product.url)
  const { username, password } = await demoFather(product)
  await client.call(logIn, { body: { username, password } })
  for (const [name, value] of client.cookies) await browser.setCookie({ name, value, domain: '127.0.0.1', path: '/' })
  for (const path of chosen(forMembers)) await measure(page, path)
  const errors = await installabilityErrors(page)
  if (errors.length > 0) process.exitCode = 1
  if (wanted.length === 0) writeFileSync(join(root, 'docs', 'lighthouse.md'), document(rows, errors))
} finally {
  await browser.close()
  await product.stop()
  await Promise.all([weather.close(), tiles.close()])
  remove()
}

function chosen(paths: readonly string[]): readonly string[] {
  return wanted.length === 0 ? paths : paths.filter(path => wanted.includes(path))
}

async function measure(page: Page, path: string) {
  const flags = {
    onlyCategories: ['accessibility', 'best-practices'],
    onlyAudits: ['cumulative-layout-shift'],
    disableStorageReset: true,
  }
  const result = await lighthouse(product.url + path, flags, undefined, page)
  if (!result) throw new Error(`Lighthouse says nothing about ${path}.`)
  const { categories, audits } = result.lhr
  const shift = Number((audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(4))
  const { accessibility, 'best-practices': practices } = categories
  const found = [accessibility, practices].flatMap(({ auditRefs }) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
  )
  for (const id of found) {
    const nodes = audits[id]?.details?.items?.slice(0, 3).map(({ node }) => node?.snippet ?? '') ?? []
    print(`  ${path}: ${id}: ${audits[id]?.title}\n    ${nodes.join('\n    ')}`)
  }
  const isWell =
    found.every(id => accepted.get(path)?.includes(id) || isVisitor(audits[id])) && shift <= layoutShiftMost
  if (!isWell) process.exitCode = 1
  const scores = [accessibility, practices].map(({ score }) => Math.round(score * 100))
  print(`${isWell ? '✓' : '✗'} ${path}: accessibility ${scores[0]}, best practices ${scores[1]}, layout shift ${shift}`)
  rows.push(`| \`${path}\` | ${scores.join(' | ')} | ${shift} | ${found.join(', ')} |`)
}

/** Whether an error is the browser's log line for the 401 by which the app recognises a visitor (specification 4). */
function isVisitor(audit: Report['audits'][string] | undefined): boolean {
  const sources = audit?.details?.items?.map(({ sourceLocation }) => sourceLocation?.url) ?? []
  return sources.length > 0 && sources.every(url => url?.endsWith('/api/user'))
}

/** Chromium's own check, since Lighthouse no longer has one. */
async function installabilityErrors(page: Page): Promise<string[]> {
  await page.goto(product.url)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const session = await page.createCDPSession()
  const { installabilityErrors: errors } = await session.send('Page.getInstallabilityErrors')
  for (const { errorId } of errors) print(`✗ cannot be installed: ${errorId}`)
  return errors.map(({ errorId }) => errorId)
}

async function fetchLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (!existsSync(entry)) {
    print(`Fetching Lighthouse ${version} (once)…`)
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${version}`]
    const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
    if (status !== 0) stop('npm could not fetch Lighthouse: see its message above.')
  }
  const module: { default: Lighthouse } = await import(pathToFileURL(entry).href)
  return module.default
}

function document(lines: readonly string[], errors: readonly string[]): string {
  return `# Lighthouse results

\`npm run check -- lighthouse\` writes this page: Lighthouse ${version} audits the built product with its demo data on
an emulated phone. The run fails on a layout shift above ${layoutShiftMost} and on any finding except three:

- \`errors-in-console\`: the app recognises a visitor by a 401, which the browser logs.
- \`image-size-responsive\`: OpenStreetMap serves map tiles in one resolution, lower than a phone's screen.
- \`target-size\`: pins lie where the playgrounds are, so two can touch or one can lie half under a button. WCAG 2.5.8
  exempts them, and the list below the map has the same playgrounds.

| Screen | Accessibility | Best practices | Layout shift | Findings |
|---|---|---|---|---|
${lines.join('\n')}

Chromium ${errors.length === 0 ? 'offers to install the app' : `does not offer to install the app: ${errors.join(', ')}`}.
`
}
