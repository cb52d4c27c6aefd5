import { type Language, languages } from '@papadag/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/db.ts'
import { Problem } from '../../problem.ts'
import { minute, type RateLimit, type RateLimiter } from '../../rate-limits.ts'
import { languageOf } from '../../texts.ts'
import type { Cookies } from '../cookies.ts'
import { turnAt, type Visitor } from '../serve.ts'
import type { OwnPage } from './pages.ts'

/** Addresses that work without a session: the token in them is the permission. */
export interface OpenedByLink {
  /** An invitation, for somebody without a session. */
  invitation(db: Db, token: string, language: Language, origin: string): Promise<OwnPage>
  /** The preview picture of an invitation; undefined if there is none. */
  picture(db: Db, token: string, sequence: number, language: Language): Promise<Buffer | undefined>
  /** Asks which of several times suits, for somebody without a session. */
  poll(db: Db, token: string, language: Language): Promise<OwnPage>
  /** Where and when a father is, for the other parent; shown to anybody, with or without a session. */
  parent(db: Db, token: string, language: Language): Promise<OwnPage>
  /** A page that asks whether to unsubscribe from mails. */
  askUnsubscribe(db: Db, token: string, language: Language): Promise<OwnPage>
  /** Unsubscribes. */
  unsubscribe(db: Db, token: string, language: Language): Promise<OwnPage>
}

interface LinkParts {
  db: Db
  answerPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  answerOwnPage(request: FastifyRequest, reply: FastifyReply, page: OwnPage): Promise<unknown>
  cookies: Pick<Cookies, 'sessionToken'>
  limiter: RateLimiter
  visitorOf(request: FastifyRequest): Visitor
  originOf(request: FastifyRequest): string
}

const opened: RateLimit = { name: 'links-opened', windows: [{ times: 120, seconds: minute }] }

/** The same as how long the app remembers a choice of language. */
export const languageCookieS = 365 * 24 * 3600

type Request = FastifyRequest<{ Params: { token: string }; Querystring: { language?: unknown } }>
type PictureRequest = FastifyRequest<{
  Params: { token: string; picture: string }
  Querystring: { language?: unknown }
}>

/** These addresses contain tokens: only their pattern is logged, and linked sites get no referrer. */
export function serveLinks(app: FastifyInstance, links: OpenedByLink, parts: LinkParts): void {
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    const visitor = parts.visitorOf(request)
    if (!visitor.isLocal) await parts.limiter.consume(opened, visitor.address)
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
  }
  /** The database in the turns of the visitor's address, since no session is looked up here. */
  const dbFor = (request: FastifyRequest) => parts.db.for(turnAt(parts.visitorOf(request)))
  const languageFor = ({ cookies, headers }: FastifyRequest) => languageOf(cookies.language, headers['accept-language'])
  const languageChosen = (query: { language?: unknown }) => languages.find(one => one === query.language)

  for (const [url, opened, isInApp] of [
    ['/i/:token', links.invitation, true],
    ['/p/:token', links.poll, true],
    ['/m/:token', links.parent, false],
  ] as const)
    app.get(url, { onRequest: admit }, async (request: Request, reply) => {
      // A member is sent to the app, where he joins or answers with one tap.
      if (isInApp && parts.cookies.sessionToken(request.cookies) !== undefined) return parts.answerPage(request, reply)
      const chosen = languageChosen(request.query)
      const language = chosen ?? languageFor(request)
      // The app then uses the page's language.
      if (chosen || !request.cookies.language)
        reply.setCookie('language', language, { path: '/', sameSite: 'lax', maxAge: languageCookieS })
      const page = await opened(dbFor(request), request.params.token, language, parts.originOf(request))
      return parts.answerOwnPage(request, reply, page)
    })

  app.get('/i/:token/:picture', { onRequest: admit }, async (request: PictureRequest, reply) => {
    const [, sequence] = /^(\d{1,9})\.jpg$/.exec(request.params.picture) ?? []
    const wanted = languageChosen(request.query) ?? languageFor(request)
    const picture = sequence && (await links.picture(dbFor(request), request.params.token, Number(sequence), wanted))
    if (!picture) throw new Problem('invite.unknown')
    return reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=300, must-revalidate')
      .type('image/jpeg')
      .send(picture)
  })

  const { askUnsubscribe, unsubscribe } = links
  for (const [method, answer] of [
    ['GET', askUnsubscribe],
    ['POST', unsubscribe],
  ] as const)
    app.route({
      method,
      url: '/unsubscribe/:token',
      onRequest: admit,
      handler: async (request: Request, reply) =>
        parts.answerOwnPage(request, reply, await answer(dbFor(request), request.params.token, languageFor(request))),
    })
}
