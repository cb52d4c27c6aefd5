import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { currentUser } from '@papadag/contract/auth'
import { type Language, productTimeZone } from '@papadag/contract/limits'
import { firstReads, namedReadAt, type PageName, pageAt, pagePaths, wordsOf } from '@papadag/contract/pages'
import { methodAndPath, type Rendered } from '@papadag/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { escapeHtml } from '../../escape-html.ts'
import { Problem } from '../../problem.ts'
import { languageOf } from '../../texts.ts'
import type { Cookies } from '../cookies.ts'
import { compress, type Encoding, encodingOf } from '../encoding.ts'
import type { Refuse } from '../refusal.ts'
import type { Headers, Inline } from '../security-headers.ts'

/** The folder of the built web app. */
export const webRoot = fileURLToPath(new URL('../../../../../web/dist/', import.meta.url))

/** The font of all text, by its key in the manifest. */
const textFont = '../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'

/** The pictures of a page's first screen on a phone, by their keys in the manifest. */
const pictures: Partial<Record<PageName, { on: string; light: string; dark?: string; priority: 'low' | 'high' }>> = {
  auth: { on: '(width < 48rem)', light: '../ui/src/svg/scene-auth-gracht.svg', priority: 'low' },
  // The largest part of the first paint, which the browser would find only after the styles.
  home: {
    on: '(width < 35rem)',
    light: '../ui/src/svg/scene-hero-zon-smal.svg',
    dark: '../ui/src/svg/scene-hero-avond-smal.svg',
    priority: 'high',
  },
}

const eveningFrom = 18
const hours = new Intl.DateTimeFormat('en', { timeZone: productTimeZone, hour: 'numeric', hourCycle: 'h23' })
const isEvening = () => Number(hours.format(new Date())) >= eveningFrom

/** Hints for a page's picture: in the evening the dark one in every theme, as the app chooses too. */
function picturesOf(manifest: Manifest, page: PageName, isDark: boolean): string[] {
  const { on, light, dark, priority } = pictures[page] ?? {}
  const hint = (key: string | undefined, media: string) => {
    const file = key && manifest[key]?.file
    return file ? [`<link rel="preload" as="image" href="/${file}" media="${media}" fetchpriority="${priority}">`] : []
  }
  if (!on || !dark || isDark) return hint(dark ?? light, on ?? '')
  const scheme = (name: string) => `${on} and (prefers-color-scheme: ${name})`
  return [...hint(light, scheme('light')), ...hint(dark, scheme('dark'))]
}

/** Hints for a page's first reads: the browser sends them while the code loads, and the code then uses the replies. */
function readsOf(page: PageName | undefined, hasSession: boolean): string[] {
  const reads = [methodAndPath(currentUser.at).path, ...((hasSession && page && firstReads[page]) || [])]
  return reads.map(read => `<link rel="preload" as="fetch" crossorigin href="${read.replaceAll('&', '&amp;')}">`)
}

const preload = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" href="/${file}" crossorigin>`
    : `<link rel="modulepreload" href="/${file}">`

/** What home loads later with a network, and at once without: what is stored, and the parts that it is shown in. */
const neededOffline = ['live', 'playdate', 'home-later']

const names = z.optional(z.array(z.string()))
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.optional(z.string()), imports: names, css: names }),
)
type Manifest = z.output<typeof Manifest>

/** A page that the server sends whole: it looks like the app but contains none of its code. */
export interface OwnPage extends Rendered {
  isThere: boolean
  language: Language
}

/** Facts about a visitor that need no session look-up. */
interface Viewer {
  language: Language
  hasSession: boolean
  /** Whether the screen is drawn into the page, if there is a drawing of it. */
  isDrawn: boolean
  /** Whether it is the copy that the service worker shows without a network. */
  isStored?: boolean
}

/**
 * The HTML of the app: the same shell for every address, with hints for the chunks that this address and language need.
 */
export interface Pages {
  /** Whether the app has a page at this path; for any other path the shell is sent with 404. */
  has(path: string): boolean
  html(path: string, viewer: Viewer, encoding: Encoding): Promise<Buffer>
  own(page: OwnPage): string
  /** The inline content of the shell. */
  inline: Inline
}

/** The scripts and styles that a manifest entry needs, including its own; a chunk of vite/load-order.ts goes by its name. */
function chunksOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const entry = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
  if (!entry || files.has(entry.file)) return files
  files.add(entry.file)
  for (const imported of entry.imports ?? []) chunksOf(manifest, imported, files)
  for (const styles of entry.css ?? []) files.add(styles)
  return files
}

export interface PagesOptions {
  hasDeveloperPages: boolean
  hasMail: boolean
  /** The host for which passkeys are made; undefined where none can be. */
  passkeyHost?: string | undefined
  /** The operator's facts for the legal texts, embedded in the HTML because visitors cannot call the API. */
  facts: {
    contact: string | undefined
    chatDays: number /** Empty if the map comes from this server. */
    tileHost(): string
    hasWeather: boolean
    /** Whether playdates have forecasts. */
    hasForecast: boolean
  }
}

function factsTag({ contact, chatDays, tileHost, hasWeather, hasForecast }: PagesOptions['facts']): string {
  const named = contact ? ` data-contact="${contact.replaceAll('&', '&amp;')}"` : ''
  const weather = (hasWeather ? '' : ' data-weather="off"') + (hasForecast ? ' data-forecast="on"' : '')
  return `<meta name="server-facts" data-chat-days="${chatDays}" data-tile-host="${tileHost()}"${named}${weather}>`
}

/** What the app is told about this installation. */
function tagsOf({ hasDeveloperPages, hasMail, passkeyHost, facts }: PagesOptions): string[] {
  return [
    // Tells the app that its two developer pages are off.
    hasDeveloperPages ? '' : '<meta name="developer-pages" content="off">',
    // Makes the app offer what needs mail.
    hasMail ? '<meta name="mail" content="on">' : '',
    // Makes it offer passkeys at this host.
    passkeyHost ? `<meta name="passkeys" content="${passkeyHost}">` : '',
    factsTag(facts),
  ]
}

/** Whether a page's drawing shows what its first reads say: they come before the code then. */
const usesReplies = (page: PageName | undefined) => page === 'chat' || page === 'playground-map'

/** Of the chats, only an open one. */
const hasDrawing = (path: string) => pageAt(path) !== 'chat' || namedReadAt(path) !== undefined

/** The styles of a drawn screen alone, which the app would add with its code. */
function stylesOf(needed: ReadonlySet<string>): string {
  const styles = [...needed].filter(file => file.endsWith('.css'))
  return styles.map(file => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')
}

/** Reads the built web app. */
async function readBuild() {
  const built = await readFile(`${webRoot}index.html`, 'utf8').catch(() => undefined)
  if (built === undefined) return undefined
  const manifest = Manifest.parse(JSON.parse(await readFile(`${webRoot}.vite/manifest.json`, 'utf8')))
  // A page's file is named after it, in a subfolder or not.
  const files = new Map(Object.keys(manifest).map(key => [/^src\/pages\/(?:.+\/)?([\w-]+)\.tsx$/.exec(key)?.[1], key]))
  const [, stylesheet = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(built) ?? []
  const style = preload(stylesheet.slice(1))
  const font = `<link rel="preload" as="font" type="font/woff2" href="/${manifest[textFont]?.file}" crossorigin fetchpriority="low">`
  // The stylesheet and the font come first, since everything drawn before the code arrives needs them.
  const shell = built.replace('<head>', `<head>${style}${font}`)
  const drawings = await readDrawings()
  // Wrapped in a function, so that its names stay local.
  const start = await readFile(`${webRoot}prerendered/start.js`, 'utf8')
  const startOfDrawing = `<script>(()=>{${start.trim()}})()</script>`
  const replies = await readFile(`${webRoot}prerendered/replies.js`, 'utf8')
  const useOfReplies = `<script>(()=>{${replies.trim()}})()</script>`
  return { manifest, files, stylesheet, shell, drawings, startOfDrawing, useOfReplies }
}

/** Without a built web app there are no pages, but the API works. */
export async function createPages(options: PagesOptions): Promise<Pages | undefined> {
  const { hasDeveloperPages, facts } = options
  const build = await readBuild()
  if (!build) return undefined
  const { manifest, files, stylesheet, shell, drawings, startOfDrawing, useOfReplies } = build
  const made = new Map<string, Promise<Buffer>>()

  function find(path: string): PageName | undefined {
    const page = pageAt(path)
    return page && (hasDeveloperPages || !(page === 'test-create' || page === 'simple-test')) ? page : undefined
  }

  /** Adds the chunks of a page and its texts. */
  function addChunks(page: PageName | undefined, language: Language, needed: Set<string>) {
    chunksOf(manifest, files.get(page ?? 'not-found') ?? '', needed)
    const words = wordsOf(page)
    if (words) chunksOf(manifest, `src/platform/texts/${language}.po?${words}`, needed)
  }

  function make(
    page: PageName | undefined,
    { language, hasSession, isDrawn, isStored }: Viewer,
    isDark: boolean,
    encoding: Encoding,
  ) {
    // Largest first.
    const needed = chunksOf(manifest, 'index.html')
    addChunks(page, language, needed)
    // Elsewhere live updates wait for the screen; here they bring its messages.
    if (page === 'chat') chunksOf(manifest, 'live', needed)
    if (isStored)
      for (const part of [...neededOffline, `src/platform/texts/${language}.po?viewport`])
        chunksOf(manifest, part, needed)
    chunksOf(manifest, `src/platform/texts/${language}.po`, needed)
    // Named before all others.
    needed.delete(stylesheet.slice(1))
    const drawing = isDrawn && drawings.get(`${page}.${language}.html`)
    const reads = readsOf(page, hasSession)
    const showsReplies = drawing && usesReplies(page)
    const hints = [...(showsReplies ? reads : []), ...[...needed].map(preload)]
    // Anybody else is led on.
    if (page && hasSession !== (page === 'auth')) hints.push(...picturesOf(manifest, page, isDark))
    if (!showsReplies) hints.push(...reads)
    const tileHost = facts.tileHost()
    // Which tile it needs is known to the code alone.
    if (page === 'playground-map' && hasSession && tileHost && !tileHost.includes('*'))
      hints.push(`<link rel="preconnect" href="//${tileHost}">`)
    hints.push(...tagsOf(options))
    const withHints = (html: string) =>
      html.replace('<html lang="nl">', `<html lang="${language}">`).replace('</head>', `${hints.join('')}</head>`)
    if (!drawing) return compress[encoding](Buffer.from(withHints(shell)))
    const drawn = `<div id="prerendered" aria-busy="true" data-path="${page && pagePaths[page]}">${drawing}</div>`
    const ahead = page === 'home' ? listAhead(language, needed) : ''
    const unreachable = `<template id="unreachable">${drawings.get(`unreachable.${language}.html`)}</template>`
    const scripts = startOfDrawing + (showsReplies ? useOfReplies : '')
    const all = stylesOf(needed) + drawn + ahead + unreachable + scripts
    const withFont = showsReplies ? shell.replace(' fetchpriority="low"', '') : shell
    return compress[encoding](Buffer.from(withHints(withFont).replace('</body>', () => `${all}</body>`)))
  }

  /**
   * The list of playdates, which home keeps ready for a tap: its drawing, and hints for the chunks that home does not
   * load.
   */
  function listAhead(language: Language, loaded: ReadonlySet<string>) {
    const needed = new Set(loaded)
    addChunks('playdates', language, needed)
    const hints = [...needed].slice(loaded.size).map(preload)
    return `<template id="ahead" data-path="/playdates">${hints.join('')}${drawings.get(`playdates.${language}.html`)}</template>`
  }

  return {
    has: path => find(path) !== undefined,
    html(path, viewer, encoding) {
      const page = find(path)
      // A member is led on from the login, and a visitor to it from everywhere else.
      const isHis = viewer.hasSession !== (page === 'auth')
      const isDrawn = viewer.isDrawn && isHis && hasDrawing(path) && drawings.has(`${page}.${viewer.language}.html`)
      const isDark = isEvening()
      const key = `${page} ${viewer.language} ${viewer.hasSession} ${isDrawn} ${viewer.isStored} ${isDark} ${encoding} ${facts.tileHost()}`
      const html = made.get(key) ?? make(page, { ...viewer, isDrawn }, isDark, encoding)
      made.set(key, html)
      return html
    },
    own: page => ownPageIn(shell, page, name => manifest[`src/app/${name}.ts`]?.file),
    inline: {
      scripts: hashes(shell + startOfDrawing + useOfReplies, /<script>([\s\S]*?)<\/script>/g),
      styles: hashes(shell, /<style>([\s\S]*?)<\/style>/g),
    },
  }
}

/** The prerendered screens by their file names. */
async function readDrawings() {
  const drawings = new Map<string, string>()
  for (const file of await readdir(`${webRoot}prerendered`).catch(() => []))
    if (file.endsWith('.html')) drawings.set(file, await readFile(`${webRoot}prerendered/${file}`, 'utf8'))
  return drawings
}

function hashes(html: string, contents: RegExp) {
  return [...html.matchAll(contents)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}

const bareShell =
  '<!doctype html><html lang="nl"><head><meta charset="utf-8"><title>Papadag</title></head><body><header></header></body></html>'

/** Puts a page that the server renders itself into the shell instead of the app. */
function ownPageIn(
  shell: string,
  { language, title, head, body, script }: OwnPage,
  fileOf: (script: string) => string | undefined,
) {
  const file = script && fileOf(script)
  const ending = file ? `<script type="module" src="/${file}" async></script>` : ''
  // Replacement functions, because users' text may contain `$&`, which a replacement string would interpret.
  return (
    shell
      .replace(/<script type="module"[^>]*><\/script>/, '')
      // The app itself draws nothing until the stylesheet has loaded.
      .replace(/^([\s\S]*?)(<\/head>[\s\S]*)(<link rel="stylesheet"[^>]*>)/, '$1$3$2')
      .replace(/<html lang="\w+">/, `<html lang="${language}">`)
      .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)} · Papadag</title>`)
      .replace('</head>', () => `${head}${ending}</head>`)
      .replace('</header>', () => `</header>${body}`)
  )
}

/** Serves the files of the built web app, and those of earlier versions from further folders. */
export async function serveFiles(app: FastifyInstance, before: readonly string[]): Promise<void> {
  const shared = { index: false, preCompressed: true } as const
  // Listing hundreds of them as routes, one by one, would take a tenth of a start.
  await app.register(fastifyStatic, {
    ...shared,
    root: [webRoot, ...before].map(folder => join(folder, 'assets')),
    prefix: '/assets/',
    // They never change, so no browser asks again.
    ...{ etag: false, lastModified: false, acceptRanges: false },
    // Their names are hashes of their content.
    setHeaders: reply => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    ...shared,
    root: webRoot,
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', 'prerendered/**', 'server/**', 'index.html*', '**/*.br', '**/*.gz'],
    // The service worker and the manifest are revalidated each time.
    setHeaders: reply => void reply.header('cache-control', 'no-cache'),
  })
}

/** Answers every GET or HEAD that is neither a call nor a file with the app's page. */
export function createAnswerPage(pages: Pages | undefined, headers: Headers, cookies: Cookies, refuse: Refuse) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?')
    const isPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|ws|uploads|assets|tiles)(\/|$)/.test(path)
    if (!isPage || !pages) return refuse(new Problem('request.unknownPath'), request, reply)
    const language = languageOf(request.cookies.language, undefined)
    const hasSession = cookies.hasLogin(request.cookies)
    const encoding = encodingOf(request)
    if (!cookies.hasCrossSiteToken(request)) cookies.setCrossSiteToken(reply, undefined)
    // In a header, since the HTML is the same whatever the address names.
    const read = hasSession ? namedReadAt(path) : undefined
    if (read) reply.header('link', `<${read}>; rel=preload; as=fetch; crossorigin`)
    return sendHtml(reply, headers, encoding)
      .code(pages.has(path) ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding, cookie')
      .send(
        await pages.html(
          path,
          { language, hasSession, isDrawn: query === undefined, isStored: query === 'shell' },
          encoding,
        ),
      )
  }
}

/** Replies with a page that the server renders itself; works without a built app. */
export function createAnswerOwnPage(pages: Pages | undefined, headers: Headers) {
  const inShell = pages ? pages.own : (page: OwnPage) => ownPageIn(bareShell, page, () => undefined)
  return async (request: FastifyRequest, reply: FastifyReply, page: OwnPage) => {
    // Made for a single request, for which Brotli would take longer than sending.
    const encoding = encodingOf(request, ['gzip'])
    return sendHtml(reply, headers, encoding)
      .code(page.isThere ? 200 : 404)
      .header('vary', 'accept-encoding, accept-language, cookie')
      .send(await compress[encoding](Buffer.from(inShell(page))))
  }
}

function sendHtml(reply: FastifyReply, headers: Headers, encoding: Encoding) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.headers(headers).type('text/html; charset=utf-8')
}
