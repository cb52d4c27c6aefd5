import type { IncomingMessage } from 'node:http'
import { type Language, languages } from '@papadag/contract/limits'
import { methodAndPath, type Params, type Render, type ServerPageRoute, type Shown } from '@papadag/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../../db/db.ts'
import { hour, minute, type RateLimit, type RateLimiter } from '../../rate-limits.ts'
import { languageOf } from '../../texts.ts'
import type { Visitor } from '../address.ts'
import type { Cookies } from '../cookies.ts'
import { turnAt } from '../serve.ts'
import type { OwnPage } from './pages.ts'

/** A handler's view of a request for a page or a picture. */
export interface ServerPageCall<R extends ServerPageRoute = ServerPageRoute> {
  db: Db
  /** The visitor in whose turns the work is done, whatever session he has. */
  turn: string
  params: Params<R>
  query: Readonly<Record<string, unknown>>
  language: Language
  /** The public address of this server. */
  origin: string
  /** Whether search engines may list this server. */
  isIndexed: boolean
  /** Whether somebody without a session has opened it himself, as far as this can be told; an address counts ten times an hour. */
  isOpening(): Promise<boolean>
}

/** The data of its component, a picture, or a page that the feature writes itself and that may be at another path. */
type Answer<R extends ServerPageRoute> = R extends { answers: 'picture' }
  ? Buffer
  : R extends { shows: unknown }
    ? Shown<R>
    : OwnPage | { path: string }
type Handle<R extends ServerPageRoute> = (call: ServerPageCall<R>) => Promise<Answer<R>>

/** A page or a picture of the contract bound to its handler. */
export interface ServerPage {
  route: ServerPageRoute
  handle(call: ServerPageCall<never>): Promise<unknown>
}

/** Binds a declared page or picture to the function that makes it. */
export function serverPage<const R extends ServerPageRoute>(route: R, handle: Handle<R>): ServerPage {
  return { route, handle }
}

interface Parts {
  db: Db
  answerPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  answerOwnPage(request: FastifyRequest, reply: FastifyReply, page: OwnPage): Promise<unknown>
  cookies: Pick<Cookies, 'hasLogin'>
  limiter: RateLimiter
  visitorOf(request: IncomingMessage): Visitor
  originOf(request: FastifyRequest): string
  isIndexed: boolean
  render: Render
}

const opened: RateLimit = { name: 'links-opened', windows: [{ times: 120, seconds: minute }] }
const counted: RateLimit = { name: 'pages-counted', windows: [{ times: 10, seconds: hour }] }
const looked: RateLimit = { name: 'public-page', windows: [{ times: 60, seconds: minute }] }

/** The same as how long the app remembers a choice of language. */
const languageCookieS = 365 * 24 * 3600

type Generic = { Querystring: Record<string, unknown> }
type Request = FastifyRequest<Generic>

/** Only the pattern of these addresses is logged, since a link's token is a permission. */
export function serveServerPages(app: FastifyInstance, serverPages: readonly ServerPage[], parts: Parts): void {
  for (const { route, handle } of serverPages) {
    const { method, path } = methodAndPath(route.at)
    app.route<Generic>({
      method,
      url: path,
      onRequest: (request, reply) => admit(route, request, reply, parts),
      async handler(request: Request, reply) {
        // A member is sent to the app, where he joins or answers with one tap.
        if (route.forMembers && parts.cookies.hasLogin(request.cookies)) return parts.answerPage(request, reply)
        const language = languageFor(route, request, reply)
        const turn = turnAt(parts.visitorOf(request.raw))
        const made = await handle({
          ...{ db: parts.db.for(turn), turn },
          // The path of the route has the parameters that its handler reads.
          params: request.params as never,
          query: request.query,
          language,
          origin: parts.originOf(request),
          isIndexed: parts.isIndexed,
          isOpening: () => isOpening(request, parts),
        })
        if (route.answers === 'picture') return sendPicture(reply, made)
        if (!route.shows) return sendOwn(request, reply, made as OwnPage | { path: string }, parts)
        const shown = z.parse(route.shows, made)
        const page = await parts.render(path, language, shown)
        return parts.answerOwnPage(request, reply, { ...page, language, isThere: shown !== null })
      },
    })
  }
}

/** Programs that fetch a page to show or index it, as they name themselves. */
const isProgram = /bot|crawl|spider|preview|externalhit|whatsapp|telegram|slack|curl|wget/i

async function isOpening({ method, headers, cookies, raw }: FastifyRequest, parts: Parts): Promise<boolean> {
  const isPrefetched = /prefetch|preview/.test(
    String(headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''),
  )
  if (method !== 'GET' || isPrefetched || isProgram.test(headers['user-agent'] ?? '')) return false
  if (parts.cookies.hasLogin(cookies)) return false
  return parts.limiter.consume(counted, parts.visitorOf(raw)).then(
    () => true,
    () => false,
  )
}

function sendOwn(request: FastifyRequest, reply: FastifyReply, page: OwnPage | { path: string }, parts: Parts) {
  return 'path' in page ? reply.redirect(page.path, 303) : parts.answerOwnPage(request, reply, page)
}

async function admit({ access }: ServerPageRoute, request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const isLink = access === 'link'
  await parts.limiter.consume(isLink ? opened : looked, parts.visitorOf(request.raw))
  // Sites that a page links to do not learn its address.
  if (isLink) reply.header('referrer-policy', 'no-referrer')
  if (isLink || !parts.isIndexed) reply.header('x-robots-tag', 'noindex')
  reply.header('cache-control', isLink ? 'no-store' : 'private, max-age=300')
}

/** The language of the reply, which the app then uses too. */
function languageFor(
  { access, answers, hasLanguages }: ServerPageRoute,
  request: Request,
  reply: FastifyReply,
): Language {
  const { query, cookies, headers } = request
  const chosen = hasLanguages && languages.find(one => one === query.language)
  const language = chosen ?? languageOf(cookies.language, headers['accept-language'])
  const isKept = chosen || (access === 'link' && !cookies.language)
  if (hasLanguages && answers === 'page' && isKept)
    reply.setCookie('language', language, { path: '/', sameSite: 'lax', maxAge: languageCookieS })
  return language
}

function sendPicture(reply: FastifyReply, picture: unknown) {
  return reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=300, must-revalidate')
    .type('image/jpeg')
    .send(picture)
}
