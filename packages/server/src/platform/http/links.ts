import type { Language } from '@papadag/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { minute, type RateLimit, type RateLimiter } from '../rate-limits.ts'
import { languageOf } from '../texts.ts'
import type { OwnHead } from './pages.ts'
import type { Visitor } from './serve.ts'

/** Addresses that outside links open for anybody: the token in them is the permission. */
export interface OpenedByLink {
  /** The `<head>` of an invitation's page. */
  invitation(token: string, language: Language, origin: string): Promise<OwnHead>
  /** The preview picture of an invitation; undefined if there is none. */
  picture(token: string, sequence: number, language: Language): Promise<Buffer | undefined>
  /** A page that asks whether to unsubscribe from mails. */
  askUnsubscribe(token: string, language: Language): Promise<OwnHead>
  /** Unsubscribes. */
  unsubscribe(token: string, language: Language): Promise<OwnHead>
}

interface LinkParts {
  answerPage(request: FastifyRequest, reply: FastifyReply, head: OwnHead): Promise<unknown>
  limiter: RateLimiter
  visitorOf(request: FastifyRequest): Visitor
  publicUrl: string | undefined
}

const opened: RateLimit = { name: 'links-opened', windows: [{ times: 120, seconds: minute }] }

type Request = FastifyRequest<{ Params: { token: string } }>
type PictureRequest = FastifyRequest<{
  Params: { token: string; picture: string }
  Querystring: { language?: unknown }
}>

/** These addresses contain tokens: the log gets only their pattern, and linked sites get no referrer. */
export function serveLinks(app: FastifyInstance, links: OpenedByLink, parts: LinkParts): void {
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    const visitor = parts.visitorOf(request)
    if (!visitor.isLocal) await parts.limiter.consume(opened, visitor.address)
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
  }
  const languageFor = ({ cookies, headers }: FastifyRequest) => languageOf(cookies.language, headers['accept-language'])
  const originOf = ({ protocol, host }: FastifyRequest) => parts.publicUrl ?? `${protocol}://${host}`

  app.get('/i/:token', { onRequest: admit }, async (request: Request, reply) => {
    const head = await links.invitation(request.params.token, languageFor(request), originOf(request))
    return parts.answerPage(request, reply, head)
  })

  app.get('/i/:token/:picture', { onRequest: admit }, async (request: PictureRequest, reply) => {
    const [, sequence] = /^(\d{1,9})\.jpg$/.exec(request.params.picture) ?? []
    const { language } = request.query
    const wanted = languageOf(typeof language === 'string' ? language : undefined, request.headers['accept-language'])
    const picture = sequence && (await links.picture(request.params.token, Number(sequence), wanted))
    if (!picture) throw new Problem('invite.unknown')
    return reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=86400')
      .type('image/jpeg')
      .send(picture)
  })

  async function answerUnsubscribe(reply: FastifyReply, { isThere, html }: OwnHead) {
    return reply
      .code(isThere ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html)
  }
  app.get('/unsubscribe/:token', { onRequest: admit }, async (request: Request, reply) =>
    answerUnsubscribe(reply, await links.askUnsubscribe(request.params.token, languageFor(request))),
  )
  app.post('/unsubscribe/:token', { onRequest: admit }, async (request: Request, reply) =>
    answerUnsubscribe(reply, await links.unsubscribe(request.params.token, languageFor(request))),
  )
}
