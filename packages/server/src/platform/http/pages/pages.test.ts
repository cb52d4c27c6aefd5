import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { chunks, facts, fileOf, member, pagesWith, shared, stylesOf, visitor } from '../../../testing/scenes/pages.ts'
import { world } from '../../../testing/world.ts'
import { type PagesOptions, webRoot } from './pages.ts'

const styles = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="style" href="([^"]+)" crossorigin>/g)].map(([, at]) => at)
const reads = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(([, at]) => at)

const upcoming = '/api/playdates/upcoming?order=near&amp;limit=4'

test('a page names the code and texts that it needs, each once, and none of another page’s', async () => {
  const pages = await pagesWith()
  const html = async (path: string, language: 'nl' | 'fr' = 'nl') =>
    String(await pages.html(path, { ...visitor, language }, 'identity'))

  for (const [path, page, words, other] of [
    ['/auth', 'auth', '?auth', '?others'],
    ['/playground-map', 'places/playground-map', '?map', '?auth'],
    ['/users/7', 'people/user', '?others', '?map'],
    ['/nothing', 'not-found', '?others', '?map'],
  ] as const) {
    for (const language of ['nl', 'fr'] as const) {
      const named = chunks(await html(path, language))
      expect(named).toContain(fileOf(`src/pages/${page}.tsx`))
      expect(named).toContain(fileOf(`src/platform/texts/${language}.po`))
      expect(named).toContain(fileOf(`src/platform/texts/${language}.po${words}`))
      expect(named).not.toContain(fileOf(`src/platform/texts/${language}.po${other}`))
      expect(named).not.toContain(fileOf(`src/platform/texts/${language === 'nl' ? 'fr' : 'nl'}.po`))
      expect(new Set(named).size).toBe(named.length)
    }
    expect(await html(path, 'fr')).toContain('<html lang="fr">')
  }
  expect(chunks(await html('/users/7'))).not.toContain(fileOf('src/pages/auth.tsx'))
  expect(chunks(await html('/'))).not.toContain(fileOf('src/platform/texts/nl.po?others'))
})

test('a page names its stylesheets, each once, and none of another page’s', async () => {
  const pages = await pagesWith()
  const named = async (path: string) => styles(String(await pages.html(path, member, 'identity')))
  const ofAll = stylesOf('index.html')
  const ofMap = stylesOf('src/pages/places/playground-map.tsx')

  expect(ofAll).toHaveLength(1)
  expect(ofMap).toHaveLength(1)
  expect(await named('/playground-map')).toEqual([...ofAll, ...ofMap])
  // Home also keeps the list of playdates ready.
  for (const path of ['/', '/playdates', '/auth', '/nothing']) expect(await named(path), path).toEqual(ofAll)
})

test('the login page names its picture, which only phones load, and no page but home names another', async () => {
  const pages = await pagesWith()
  const pictures = async (path: string) =>
    String(await pages.html(path, visitor, 'identity')).match(/<link rel="preload" as="image"[^>]*>/g)
  const at = fileOf('../ui/src/svg/scene-auth-gracht.svg')

  expect(await pictures('/auth')).toEqual([
    `<link rel="preload" as="image" href="${at}" media="(width < 48rem)" fetchpriority="low">`,
  ])
  for (const path of ['/', '/playground-map', '/nothing']) expect(await pictures(path), path).toBeNull()
})

test.each([
  ['2026-12-01T16:59:00Z', ['zon (prefers-color-scheme: light)', 'avond (prefers-color-scheme: dark)']],
  ['2026-12-01T17:00:00Z', ['avond']],
])('at %s a member’s home names the pictures %j', async (now, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const html = String(await (await pagesWith()).html('/', member, 'identity'))
  vi.useRealTimers()
  const pictures = expected.map(picture => {
    const [, name, scheme = ''] = /^(\w+)(?: (.*))?$/.exec(picture) ?? []
    const media = `(width < 35rem)${scheme && ` and ${scheme}`}`
    return `<link rel="preload" as="image" href="${fileOf(`../ui/src/svg/scene-hero-${name}-smal.svg`)}" media="${media}" fetchpriority="high">`
  })
  expect(html.match(/<link rel="preload" as="image"[^>]*>/g)).toEqual(pictures)
})

test('the chat page loads the live updates at once, and other pages do not', async () => {
  const pages = await pagesWith()
  const live = shared('live')
  expect(chunks(String(await pages.html('/chat/7', member, 'identity')))).toContain(live)
  expect(chunks(String(await pages.html('/profile', member, 'identity')))).not.toContain(live)
})

test.each([
  ['tiles.example', '/playground-map', member, '//tiles.example'],
  ['tiles.example', '/playground-map', visitor, undefined],
  ['tiles.example', '/', member, undefined],
  ['*.tiles.example', '/playground-map', member, undefined],
  ['', '/playground-map', member, undefined],
])(
  'with tiles of “%s” %s connects to their server while the code loads only for a member',
  async (host, path, viewer, expected) => {
    const pages = await pagesWith({ facts: { ...facts, tileHost: () => host } })
    const html = String(await pages.html(path, viewer, 'identity'))
    expect(/<link rel="preconnect" href="([^"]+)">/.exec(html)?.[1]).toBe(expected)
  },
)

test('only a member’s page asks for his first reads', async () => {
  const pages = await pagesWith()
  expect(reads(String(await pages.html('/', member, 'identity')))).toEqual(['/api/user', upcoming, '/api/today'])
  expect(reads(String(await pages.html('/', visitor, 'identity')))).toEqual(['/api/user'])
  expect(reads(String(await pages.html('/users/7', member, 'identity')))).toEqual(['/api/user'])
  const map = ['/api/user', '/api/env', '/api/map/0/0/0?type=playground']
  expect(reads(String(await pages.html('/playground-map', member, 'identity')))).toEqual(map)
  expect(reads(String(await pages.html('/playground-map', visitor, 'identity')))).toEqual(['/api/user'])
  expect(reads(String(await pages.html('/nothing', member, 'identity')))).toEqual(['/api/user'])
})

test('each file that a page asks for is one of the build', async () => {
  const pages = await pagesWith()
  for (const path of ['/', '/playdates', '/chat/7', '/playground-map', '/users/7', '/auth']) {
    const html = String(await pages.html(path, path === '/auth' ? visitor : member, 'identity'))
    const files = [
      ...html.matchAll(/<link rel="(?:modulepreload|preload" as="(?:font|style))"[^>]* href="([^"]+)"/g),
    ].map(([, at]) => at)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(existsSync(`${webRoot}${file?.slice(1)}`), `${path}: ${file}`).toBe(true)
  }
})

test('a page’s policy allows the page’s own scripts and styles, and no others', async () => {
  const pages = await pagesWith()
  const home = String(await pages.html('/', member, 'identity'))
  const chat = String(await pages.html('/chat/7', member, 'identity'))
  const inline = [home, chat].map(html => [...html.matchAll(/<script>/g)].length)
  expect([...inline, pages.inline.scripts.length]).toEqual([2, 3, 3])
  expect(pages.inline.styles).toHaveLength([...home.matchAll(/<style>/g)].length)
  const hash = ([, text = '']: RegExpMatchArray) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect([...chat.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(hash)).toEqual(pages.inline.scripts)
  expect([...chat.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(hash)).toEqual(pages.inline.styles)
})

test('the developers’ pages exist only where they are switched on, and the app knows whether they are', async () => {
  const [on, off] = [await pagesWith(), await pagesWith({ hasDeveloperPages: false })]
  for (const path of ['/test-create', '/simple-test']) expect([on.has(path), off.has(path)]).toEqual([true, false])
  for (const path of ['/', '/playdates', '/users/7']) expect([on.has(path), off.has(path)]).toEqual([true, true])
  for (const path of ['/nothing', '/users/x', '/test-create/7']) expect(on.has(path)).toBe(false)
  const isToldOff = '<meta name="developer-pages" content="off">'
  expect(String(await on.html('/', visitor, 'identity'))).not.toContain(isToldOff)
  expect(String(await off.html('/', visitor, 'identity'))).toContain(isToldOff)
})

test('a page carries the facts about this installation', async () => {
  const metas = async (options: Partial<PagesOptions>) =>
    /<meta (name="mail" content="on"><meta )?name="server-facts"[^>]*>/.exec(
      String(await (await pagesWith(options)).html('/auth', visitor, 'identity')),
    )?.[0]
  expect(await metas({})).toBe('<meta name="server-facts" data-chat-days="90" data-tile-host="">')
  expect(
    await metas({
      hasMail: true,
      facts: {
        contact: 'a&b@papadag.test',
        chatDays: 30,
        tileHost: () => 'tiles.test',
        hasWeather: false,
        hasForecast: true,
      },
    }),
  ).toBe(
    '<meta name="mail" content="on"><meta name="server-facts" data-chat-days="30" data-tile-host="tiles.test" data-contact="a&amp;b@papadag.test" data-weather="off" data-forecast="on">',
  )
})

test('files named after their content are cached for a year, and the others are requested each time', async () => {
  const { visitor: nobody } = await world()
  const cacheOf = async (path: string) => {
    const { status, headers } = await nobody.fetch('GET', path)
    return [path, status, headers.get('cache-control')]
  }
  const asset = fileOf('src/pages/auth.tsx')
  expect(await cacheOf(asset)).toEqual([asset, 200, 'public, max-age=31536000, immutable'])
  for (const path of ['/service-worker.js', '/manifest.webmanifest'])
    expect(await cacheOf(path)).toEqual([path, 200, 'no-cache'])
  for (const path of ['/index.html', '/prerendered/home.nl.html', '/server/render.js', '/service-worker.js.br'])
    expect((await cacheOf(path))[1]).toBe(404)
})

test('a browser without a token for its calls gets one with the page, and one that has a token does not', async () => {
  const { visitor: nobody } = await world()
  const cookiesOf = async (headers: Record<string, string>) => {
    const response = await fetch(`${nobody.origin}/playdates`, { headers })
    return response.headers.getSetCookie().map(cookie => cookie.split('=')[0])
  }
  expect(await cookiesOf({})).toEqual(['XSRF-TOKEN'])
  expect(await cookiesOf({ cookie: 'XSRF-TOKEN=abc' })).toEqual([])
})
