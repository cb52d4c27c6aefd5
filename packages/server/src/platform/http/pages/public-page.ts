import { type Language, languages } from '@papadag/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/db.ts'
import { minute, type RateLimit, type RateLimiter } from '../../rate-limits.ts'
import { languageOf } from '../../texts.ts'
import { turnAt, type Visitor } from '../serve.ts'
import { languageCookieS } from './links.ts'
import type { OwnPage } from './pages.ts'

/** What a visitor requests from the public page. */
export interface Asked {
  /** The last part of the address; undefined without one. */
  about: string | undefined
  /** What he typed into the page's field; undefined if he typed nothing. */
  typed: string | undefined
  language: Language
  origin: string
  isIndexed: boolean
}

/** A page for everybody, which the server renders. */
export interface PublicPage {
  path: string
  /** The name of its field. */
  field: string
  /** The page, or the path to redirect to. */
  answer(db: Db, asked: Asked): Promise<OwnPage | { path: string }>
}

interface Parts {
  db: Db
  answerOwnPage(request: FastifyRequest, reply: FastifyReply, page: OwnPage): Promise<unknown>
  limiter: RateLimiter
  visitorOf(request: FastifyRequest): Visitor
  originOf(request: FastifyRequest): string
  isIndexed: boolean
}

const looked: RateLimit = { name: 'public-page', windows: [{ times: 60, seconds: minute }] }
/** Longer than any town's name. */
const typedAtMost = 60

type Generic = { Params: { about?: string }; Querystring: Record<string, unknown> }

export function servePublicPage(app: FastifyInstance, { path, field, answer }: PublicPage, parts: Parts): void {
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    const visitor = parts.visitorOf(request)
    if (!visitor.isLocal) await parts.limiter.consume(looked, visitor.address)
    reply.header('cache-control', 'private, max-age=300')
    if (!parts.isIndexed) reply.header('x-robots-tag', 'noindex')
  }

  async function handle(request: FastifyRequest<Generic>, reply: FastifyReply) {
    const { params, query, cookies, headers } = request
    const chosen = languages.find(one => one === query.language)
    if (chosen) reply.setCookie('language', chosen, { path: '/', sameSite: 'lax', maxAge: languageCookieS })
    const written = query[field]
    const page = await answer(parts.db.for(turnAt(parts.visitorOf(request))), {
      about: params.about || undefined,
      typed: typeof written === 'string' ? written.slice(0, typedAtMost).trim() || undefined : undefined,
      language: chosen ?? languageOf(cookies.language, headers['accept-language']),
      origin: parts.originOf(request),
      isIndexed: parts.isIndexed,
    })
    return 'path' in page ? reply.redirect(page.path, 303) : parts.answerOwnPage(request, reply, page)
  }

  for (const url of [path, `${path}/:about`]) app.get<Generic>(url, { onRequest: admit }, handle)
}
