/**
 * Draws the parts of invitation preview pictures: a calendar leaf, and every weekday, month and digit in the house
 * font. The server composes them without fonts. `node scripts/draw-preview.ts` redraws them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../tools/browsers.ts'

const languages = ['nl', 'en', 'de', 'fr', 'es']
const cancelled: Record<string, string> = {
  nl: 'gaat niet door',
  en: 'cancelled',
  de: 'fällt aus',
  fr: 'annulé',
  es: 'cancelada',
}
const folder = fileURLToPath(new URL('../packages/server/src/features/invites/preview/', import.meta.url))
const fontFile = ['@fontsource-variable', 'bricolage-grotesque', 'files', 'bricolage-grotesque-latin-wght-normal.woff2']
const font = readFileSync(new URL(`../node_modules/${fontFile.join('/')}`, import.meta.url)).toString('base64')

const ink = '#0a1d1a'
const paper = '#fff8e8'
const red = '#d8432f'
const day = (at: number) => new Date(Date.UTC(2026, 5, 1 + at))
const word = (language: string, date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date)

const words = languages.flatMap(language => [
  ...Array.from({ length: 7 }, (_, at) => ({
    name: `weekday-${language}-${word('en-GB', day(at), { weekday: 'short' })}`,
    text: word(language, day(at), { weekday: 'long' }),
    size: 62,
    color: paper,
  })),
  ...Array.from({ length: 12 }, (_, at) => ({
    name: `month-${language}-${at + 1}`,
    text: word(language, new Date(Date.UTC(2026, at, 15)), { month: 'long' }),
    size: 64,
    color: ink,
  })),
  { name: `cancelled-${language}`, text: cancelled[language] ?? '', size: 62, color: paper },
])
const digits = [...'0123456789'].flatMap(digit => [
  { name: `day-${digit}`, text: digit, size: 230, color: ink },
  { name: `time-${digit}`, text: digit, size: 58, color: red },
])
const parts = [...words, ...digits, { name: 'time-colon', text: ':', size: 58, color: red }]

const executablePath = findChromium()
const browser = await chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
const style = `@font-face { font-family: House; src: url(data:font/woff2;base64,${font}); font-weight: 200 800 }
  body { margin: 0; font-family: House; font-weight: 700 }
  .sheet { width: 1600px; display: flex; flex-wrap: wrap; align-items: flex-start }
  .sheet span { line-height: 1.1; white-space: pre; padding: 0 2px }`
await page.setContent(
  `<style>${style}</style><div class="sheet">${parts
    .map(
      ({ name, text, size, color }) => `<span id="${name}" style="font-size:${size}px;color:${color}">${text}</span>`,
    )
    .join('')}</div>`,
)
await page.evaluate(() => document.fonts.ready)
const sprites = await page.evaluate(() =>
  [...document.querySelectorAll('.sheet span')].map(span => {
    const { x, y, width, height } = span.getBoundingClientRect()
    return { name: span.id, x: Math.floor(x), y: Math.floor(y), width: Math.floor(width), height: Math.floor(height) }
  }),
)
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}sprites.json`, `${JSON.stringify(sprites, null, 1)}\n`)
await page.locator('.sheet').screenshot({ path: `${folder}sprites.png`, omitBackground: true })
await page.setContent(`<style>
  body { margin: 0; background: ${paper} }
  .leaf { position: absolute; left: 290px; top: 36px; width: 620px; height: 558px; background: #fff; border: 4px solid ${ink};
          border-radius: 36px; box-shadow: 10px 12px 0 ${ink}; overflow: hidden }
  .head { height: 160px; background: ${red}; border-bottom: 4px solid ${ink} }
  .hole { position: absolute; top: 18px; width: 30px; height: 30px; border-radius: 50%; background: ${paper}; border: 4px solid ${ink} }
  </style><div class="leaf"><div class="head"></div></div>
  <div class="hole" style="left:400px"></div><div class="hole" style="left:762px"></div>`)
await page.screenshot({ path: `${folder}leaf.png` })
await browser.close()
