import { createHash, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import { type Language, limits, productTimeZone } from '@papadag/contract/limits'
import { type IssueCode, type ProblemCode, problemStatus } from '@papadag/contract/problems'
import { methodAndPath } from '@papadag/contract/route'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../config.ts'
import { type Db, DbConflict, DbUnavailable } from '../db/db.ts'
import type { Live } from '../live/live.ts'
import { type Pictures, pictureHeaders } from '../pictures/pictures.ts'
import { platformTexts } from '../platform-texts.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import { type RateLimiter, rateLimits } from '../rate-limits.ts'
import type { Sessions } from '../sessions.ts'
import { languageOf, type Sentence } from '../texts.ts'
import { createCrossSiteTokens, xsrfCookie, xsrfHeader } from './cross-site.ts'
import { once } from './idempotency.ts'
import { type Encoding, type Pages, webRoot } from './pages.ts'
import { replyWriter } from './reply-schema.ts'
import { createPseudonyms } from './request-log.ts'
import { parse, readJson, readMultipart, readPage, readParams } from './request-parts.ts'
import { securityHeaders } from './security-headers.ts'
import type { Call, FileReply, Member, Served, SessionControl, Visitor } from './serve.ts'
import { visitorsOf } from './visitor.ts'

export interface HttpParts {
  config: Config
  db: Db
  sessions: Sessions
  limiter: RateLimiter
  live: Live
  log: FastifyBaseLogger
  /** The sentences of every refusal and every wrong field. */
  texts: Readonly<Record<ProblemCode | IssueCode, Sentence>>
  served: readonly Served[]
  pictures: Pictures
  /** Undefined when the web app is not built. */
  pages: Pages | undefined
  /** Records a refused request in the audit trail; it must not throw. */
  noteRefusal(event: 'request.crossSite' | 'request.forbidden', userId: number | undefined): void
}

/** What the hooks before the handler found out about a request. */
interface Caller {
  member: Member | undefined
  visitor: Visitor
  params: Record<string, string | number>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

const changing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The edge of the server: reads requests, keeps the contract's order of checks, answers, and announces what changed. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, db, sessions, limiter, live, log, texts, pages, noteRefusal } = parts
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const sessionCookie = isHttps ? '__Host-sid' : 'sid'
  const crossSite = createCrossSiteTokens(config.sessionSecret)
  const headers = securityHeaders(config)
  const pseudonymOf = createPseudonyms(config.sessionSecret)
  const visitorOf = visitorsOf(config, log)
  const { trustProxy: trusted } = config

  const app = Fastify({
    loggerInstance: log,
    // Requests are logged below, by route and without their address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    trustProxy: typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted,
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: 10_000,
      // Who merely offers HTTP/2 (`Upgrade: h2c`) gets his answer over the HTTP he came with.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  })
  app.decorateRequest('caller', null)

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const problem = toProblem(error)
    if (problem.code === 'server.failed') request.log.error({ err: error }, 'unexpected error')
    const language = languageOf(request.cookies?.language, request.headers['accept-language'])
    const issues = problem.detail.issues?.map(({ path, code }) => ({ path, message: texts[code][language], code }))
    // The first wrong field says more than "something is invalid".
    const sentence = issues?.[0]?.message ?? fillIn(texts[problem.code][language], problem.detail.words ?? {}, language)
    if (problem.detail.retryAfterS !== undefined) reply.header('retry-after', problem.detail.retryAfterS)
    if (problemStatus[problem.code] === 403) {
      noteRefusal(
        problem.code === 'request.crossSite' ? 'request.crossSite' : 'request.forbidden',
        request.caller?.member?.id,
      )
    }
    reply
      .headers(headers)
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .code(problemStatus[problem.code])
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify({
          error: sentence,
          message: sentence,
          code: problem.code,
          ...(issues ? { issues } : {}),
          ...problem.detail.also,
        }),
      )
  }

  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => answerPage(request, reply))

  await app.register(cookie)
  await app.register(multipart, {
    limits: { files: 2, fields: 20, fieldSize: limits.bodyBytes, parts: 30 },
    throwFileSizeLimit: false,
  })
  if (config.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', ...changing],
      allowedHeaders: ['content-type', xsrfHeader, 'x-tab-id', 'idempotency-key', 'if-none-match'],
      exposedHeaders: ['link', 'retry-after', 'x-request-id'],
    })
  }

  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done) // `parseAs` makes it a string
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        route: `${request.method} ${request.routeOptions.url ?? '(page)'}`,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.caller?.member ? { user: pseudonymOf(request.caller.member.id) } : {}),
      },
      'request',
    )
  })

  function setSessionCookie(reply: FastifyReply, token: string) {
    reply.setCookie(sessionCookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      maxAge: 30 * 24 * 3600,
    })
  }
  function setCrossSiteCookie(reply: FastifyReply, sessionId: number | undefined) {
    reply.setCookie(xsrfCookie, crossSite.issue(sessionId), { path: '/', sameSite: 'lax', secure: isHttps })
  }

  function checkCrossSite(request: FastifyRequest, member: Member | undefined) {
    const { origin, host, 'sec-fetch-site': site } = request.headers
    const isWelcome = origin === undefined || isAllowedOrigin(origin, host)
    const isSameSite =
      site === undefined || site === 'same-origin' || site === 'none' || config.allowedOrigins.includes(origin ?? '')
    const token = request.headers[xsrfHeader]
    const isProven =
      typeof token === 'string' && crossSite.verify(request.cookies[xsrfCookie], token, member?.sessionId)
    if (!isWelcome || !isSameSite || !isProven) throw new Problem('request.crossSite')
  }

  async function findMember(cookies: Record<string, string | undefined>) {
    const token = cookies[sessionCookie]
    return token ? sessions.find(token) : undefined
  }

  function sessionControl(request: FastifyRequest, reply: FastifyReply, caller: Caller): SessionControl {
    async function endOld() {
      if (caller.member) await sessions.end([caller.member.sessionId])
    }
    return {
      async start(userId, provenHash) {
        const started = await sessions.start(userId, request.headers['user-agent'], provenHash)
        await endOld()
        setSessionCookie(reply, started.token)
        setCrossSiteCookie(reply, started.sessionId)
      },
      async end() {
        await endOld()
        reply.clearCookie(sessionCookie, { path: '/', secure: isHttps })
        setCrossSiteCookie(reply, undefined)
      },
    }
  }

  /** Everything that is decided before a body is read: cross-site, sign-in, how often, existence, permission. */
  function gate({ route, options }: Served) {
    const { method } = methodAndPath(route.at)
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = visitorOf(request)
      const caller: Caller = { member: undefined, visitor, params: {} }
      request.caller = caller
      if (request.url.length > limits.urlBytes) throw new Problem('request.invalid')
      if (!visitor.isLocal) await limiter.consume(rateLimits.apiPerAddress, visitor.address)

      // A browser without a cross-site token gets one with any read, and for that his session counts.
      if (options.isProbe && request.cookies[xsrfCookie]) return
      caller.member = await findMember(request.cookies)
      if (changing.has(method)) checkCrossSite(request, caller.member)
      else if (!crossSite.fits(request.cookies[xsrfCookie], caller.member?.sessionId)) {
        setCrossSiteCookie(reply, caller.member?.sessionId)
      }
      if (route.access === 'member' && !caller.member) throw new Problem('auth.required')
      if (caller.member) {
        await limiter.consume(rateLimits.apiPerUser, caller.member.id)
        if (options.limit) await limiter.consume(options.limit, caller.member.id)
      } else if (options.visitorLimit && !visitor.isLocal) {
        await limiter.consume(options.visitorLimit, visitor.address)
      }

      // The router fills `params` with text alone.
      const params = readParams(route, request.params as Record<string, string>)
      if (!params) throw new Problem(route.errors?.find(code => code.endsWith('.unknown')) ?? 'request.unknownPath')
      caller.params = params
      // `access` was checked just above: a member route has its member.
      await options.allow?.({ db, params, member: caller.member } as Parameters<NonNullable<typeof options.allow>>[0])
    }
  }

  /** An answer the browser may keep for a while, and afterwards only asks whether it still holds. */
  function cacheable(text: string, cacheS: number, request: FastifyRequest, reply: FastifyReply) {
    const tag = `"${createHash('sha1').update(text).digest('base64url')}"`
    reply
      .header('cache-control', `private, max-age=${cacheS}`)
      .header('vary', 'cookie, accept-language')
      .header('etag', tag)
    if (request.headers['if-none-match'] !== tag) return text
    reply.code(304)
    return undefined
  }

  for (const served of parts.served) {
    const { route } = served
    const { method, path } = methodAndPath(route.at)
    const status = route.status ?? (route.reply || route.replies ? 200 : 204)
    const write = route.reply ? replyWriter(route.reply) : undefined
    app.route({
      method,
      url: path,
      onRequest: gate(served),
      async handler(request, reply) {
        const { caller } = request
        if (!caller) throw new Error('a request reached its handler without passing the gate')
        const multipart = route.file
          ? await readMultipart(request, { file: route.file, isFileOptional: route.isFileOptional ?? false })
          : undefined
        let given: number | undefined
        const call = {
          db,
          answerWith: (other: 200) => {
            given = other
          },
          params: caller.params,
          query: route.query ? parse(route.query, request.query) : undefined,
          page: route.paged ? readPage(request, reply) : undefined,
          body: route.body ? parse(route.body, readJson(request)) : undefined,
          file: multipart?.file,
          form: route.form ? parse(route.form, multipart?.fields) : undefined,
          member: caller.member,
          session: sessionControl(request, reply, caller),
          language: languageOf(request.cookies.language, request.headers['accept-language']),
          visitor: caller.visitor,
          once: work => once(request.headers['idempotency-key'], route, { db, member: caller.member }, work),
        } as Call<typeof route> // `gate` and `parse` made each part what the route declares
        const { handle, options } = served
        const answer = await (options.knowsRepeats ? handle(call) : call.once(tx => handle({ ...call, db: tx })))
        const tab = request.headers['x-tab-id']
        live.announce(route, {
          ...(caller.member ? { userId: caller.member.id } : {}),
          ...(typeof tab === 'string' ? { tab } : {}),
        })
        reply.code(given ?? status)
        if (route.replies) {
          reply.headers(pictureHeaders('picture.webp'))
          if (route.isUncached) reply.header('cache-control', 'no-store')
          return reply.send(answer)
        }
        if (route.isFile) return sendFile(reply, answer as FileReply) // its type says so where it is served
        if (!write) return undefined
        reply.type('application/json; charset=utf-8')
        const text = write(answer)
        return route.cacheS === undefined ? text : cacheable(text, route.cacheS, request, reply)
      },
    })
  }

  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    const picture = await parts.pictures.read(request.params.name)
    if (!picture) throw new Problem('request.unknownPath')
    return reply.headers(pictureHeaders(request.params.name)).send(picture)
  })

  /** The app's page for any other GET or HEAD; its own files are found first, by the static plugin. */
  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    const [path = ''] = request.url.split('?')
    const isPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|ws|uploads|assets)(\/|$)/.test(path)
    if (!isPage || !pages) return refuse(new Problem('request.unknownPath'), request, reply)
    const language = languageOf(request.cookies.language, undefined)
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!request.cookies[xsrfCookie]) setCrossSiteCookie(reply, undefined)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(pages.has(path) ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding, cookie')
      .type('text/html; charset=utf-8')
      .send(await pages.html(path, language, encoding))
  }

  if (pages) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      preCompressed: true,
      wildcard: false,
      globIgnore: ['index.html*', '**/*.br', '**/*.gz'],
      setHeaders(reply, path) {
        // Hashed names never change; the worker and the manifest are asked for anew each time.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  live.attach(app.server, {
    findMember: header => findMember(app.parseCookie(header ?? '')),
    isAllowedOrigin,
    noteForeign: () => noteRefusal('request.crossSite', undefined),
  })

  function isAllowedOrigin(origin: string, host: string | undefined) {
    return (
      config.allowedOrigins.includes(origin) ||
      (config.publicUrl ? origin === config.publicUrl : URL.parse(origin)?.host === host)
    )
  }

  return app
}

/** A file to save; when its source fails in the middle the connection breaks, so that half a file is not taken for one. */
function sendFile(reply: FastifyReply, { name, parts }: FileReply) {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/json; charset=utf-8')
    .send(Readable.from(parts))
}

/** What is no HTTP at all gets an answer of the same shape, written by hand: there is no request to answer. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const sentence = platformTexts['request.invalid'].en
  const body = JSON.stringify({ error: sentence, message: sentence, code: 'request.invalid' })
  const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
}

function fillIn(sentence: string, words: NonNullable<ProblemDetail['words']>, language: Language) {
  const moments = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: productTimeZone,
  })
  return sentence.replace(/\{(\w+)\}/g, (hole, name) => {
    const word = words[name]
    return word === undefined ? hole : typeof word === 'string' ? word : moments.format(word)
  })
}

/** Any failure as the refusal it is answered with; what nobody expected is `server.failed`. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DbUnavailable) return new Problem('server.unavailable')
  // Two requests met at one row, and this one came second.
  if (error instanceof DbConflict) return new Problem('request.conflict')
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Problem('request.tooLarge')
  if (status === 415 || status === 406) return new Problem('request.mediaType')
  if (status === 408) return new Problem('request.tooSlow')
  // The framework's own complaints about a malformed request.
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('request.invalid')
  return new Problem('server.failed')
}

function encodingOf(accepted: string | undefined): Encoding {
  const wishes = (accepted ?? '').toLowerCase()
  return /\bbr\b/.test(wishes) ? 'br' : /\bgzip\b/.test(wishes) ? 'gzip' : 'identity'
}
