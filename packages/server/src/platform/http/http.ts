import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import { limits } from '@papadag/contract/limits'
import { methodAndPath, type Render } from '@papadag/contract/route'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { isBoundedJson } from '../bounded-json.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Live } from '../live/live.ts'
import type { Maps } from '../map/maps.ts'
import type { Meters } from '../metrics/meters.ts'
import { type Pictures, pictureHeaders } from '../pictures/pictures.ts'
import { Problem } from '../problem.ts'
import { minute, type RateLimit, type RateLimiter } from '../rate-limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { createAnswer } from './answer.ts'
import { createCookies } from './cookies.ts'
import { xsrfHeader } from './cross-site.ts'
import { changing, createGate, type GateParts } from './gate.ts'
import { hasHost, mustHaveHost, originOf } from './host.ts'
import { createPageAddress } from './pages/page-address.ts'
import { createAnswerOwnPage, createAnswerPage, type Pages, serveFiles } from './pages/pages.ts'
import { serveSecurityTxt } from './pages/security-txt.ts'
import { type ServerPage, serveServerPages } from './pages/server-pages.ts'
import { answerBrokenRequest, createRefuse, type RefusalParts, type Refuse } from './refusal.ts'
import { createPseudonyms } from './requests/request-log.ts'
import { notJson } from './requests/request-parts.ts'
import { type Headers, pageHeaders, securityHeaders } from './security-headers.ts'
import { type Served, turnAt } from './serve.ts'
import { serveProxiedTiles, serveTiles } from './tiles.ts'
import { trustIn, visitorsOf } from './visitor.ts'

export interface HttpParts extends Omit<RefusalParts, 'headers'> {
  config: Config
  db: Db
  sessions: Sessions
  limiter: RateLimiter
  live: Live
  log: FastifyBaseLogger
  served: readonly Served[]
  pictures: Pictures
  maps: Maps
  hasNoRoom(): boolean
  meters: Meters
  /**
   * Whether this node is about to stop: it then closes each connection after its reply, so that clients move to another
   * node.
   */
  isLeaving(): boolean
  isHidden: GateParts['isHidden']
  /** Undefined if the web app has not been built. */
  pages: Pages | undefined
  /** The folders with earlier versions' files. */
  assetsBefore: readonly string[]
  serverPages: readonly ServerPage[]
  render: Render
}

/** The longest text field of a form is a description of 2,000 characters. */
const fieldBytes = 16 * 1024

/** As many as calls, since a household with cold caches opens a few long lists. */
const picturesRead: RateLimit = { name: 'pictures-read', windows: [{ times: 1200, seconds: minute }] }

/** Roughly how long a restart takes. */
const retryAfterClosingS = 5

/** The edge of the server: wires the gate, the handlers, the pages and the sockets to one listener. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, db, sessions, limiter, live, log, texts, pages, pictures, noteRefusal, hasNoRoom } = parts
  const [headers, ofPages] = [securityHeaders(config), pageHeaders(config, pages?.inline)]
  const cookies = createCookies(config)
  const refuse = createRefuse({ texts, headers, noteRefusal })

  const app = createApp(config, log, refuse)
  app.decorateRequest('caller', null)
  app.setErrorHandler(refuse)
  const pageAddress = createPageAddress(parts.serverPages)
  const answerPage = createAnswerPage(pages, ofPages, cookies, refuse)
  app.setNotFoundHandler((request, reply) => answerPage(request, reply))
  // Runs before anything else, including the reply to a preflight request.
  app.addHook('onRequest', async (request, reply) => {
    mustHaveHost(request)
    if (request.url.length > limits.urlBytes) throw new Problem('request.urlTooLong')
    const address = pageAddress(request.url)
    if (address !== request.url) return reply.redirect(address, 308)
  })
  await addParsers(app, config)
  refuseWhileClosing(app)
  addHeadersAndLog(app, headers, createPseudonyms(config.sessionSecret), parts)

  const visitorOf = visitorsOf(config, log)
  const gate = createGate({
    db,
    sessions,
    limiter,
    live,
    cookies,
    visitorOf,
    hasNoRoom,
    isHidden: parts.isHidden,
  })
  const answer = createAnswer({ sessions, live, cookies, originOf: request => originOf(request, config) })
  function bind(to: FastifyInstance, served: Served) {
    const { method, path } = methodAndPath(served.route.at)
    to.route({ method, url: path, onRequest: gate(served), handler: answer(served) })
  }
  const [withForm, others] = [parts.served.filter(isForm), parts.served.filter(served => !isForm(served))]
  for (const served of others) bind(app, served)
  // The multipart parser adds two asynchronous hooks to each request in its scope.
  await app.register(async scope => {
    await addFormParser(scope)
    for (const served of withForm) bind(scope, served)
  })
  serveSecurityTxt(app, config)
  serveTiles(app, { maps: parts.maps, limiter, visitorOf })
  serveProxiedTiles(app, config, { limiter, visitorOf })
  app.get<{ Params: { name: string } }>('/uploads/:name', async (request, reply) => {
    await limiter.consume(picturesRead, visitorOf(request.raw))
    const picture = await pictures.read(request.params.name)
    if (!picture) throw new Problem('request.unknownPath')
    return reply.headers(pictureHeaders(request.params.name)).send(picture)
  })
  serveServerPages(app, parts.serverPages, {
    ...{ db, answerPage, answerOwnPage: createAnswerOwnPage(pages, ofPages), cookies, limiter, visitorOf },
    originOf: request => originOf(request, config),
    isIndexed: config.isIndexed,
    render: parts.render,
  })
  if (pages) await serveFiles(app, parts.assetsBefore)
  live.attach(app.server, {
    visitorOf,
    async findMember(request, visitor) {
      const sent = app.parseCookie(request.headers.cookie ?? '')
      const token = cookies.sessionToken(sent)
      // A device starts sessions with calls alone, whose replies surely reach the browser's cookies.
      return token ? sessions.find(token, turnAt(visitor), cookies.deviceToken(sent)) : undefined
    },
    isAllowedOrigin: cookies.isAllowedOrigin,
    noteForeign: visitor => noteRefusal('request.crossSite', { member: undefined, visitor }),
  })
  return app
}

function createApp(config: Config, log: FastifyBaseLogger, refuse: Refuse): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // `addHeadersAndLog` logs requests by route, without their address.
    logController: new LogController({ disableRequestLogging: true }),
    // Each line names its request itself: a logger for each request costs more than that.
    childLoggerFactory: logger => logger,
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    trustProxy: config.trustProxy !== false && trustIn(config),
    requestTimeout: 30_000,
    // A client that does not read its reply is disconnected; sockets have a heartbeat of their own.
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // `refuseWhileClosing` replies instead, in the usual form and language of refusals.
    return503OnClosing: false,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: 10_000,
      // A client that offers HTTP/2 (`Upgrade: h2c`) gets a reply over HTTP/1.1; one without a valid Host is refused
      // there.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' && hasHost(headers),
    },
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: refuse,
    // Routes are checked by the contract's schemas. Loading the compilers for Fastify's own would take a fifth of a start.
    schemaController: { compilersFactory: { buildValidator: () => noSchemas, buildSerializer: () => noSchemas } },
  })
}

function noSchemas(): never {
  throw new Error('a route has a schema for Fastify instead of a contract')
}

async function addParsers(app: FastifyInstance, { allowedOrigins }: Config) {
  await app.register(cookie)
  if (allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', ...changing],
      allowedHeaders: ['content-type', xsrfHeader, 'x-tab-id', 'idempotency-key', 'if-none-match'],
      exposedHeaders: ['link', 'retry-after', 'x-request-id'],
    })
  }
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string // `parseAs` makes it a string
    if (text === '') done(null, undefined)
    else if (!isBoundedJson(text)) done(new Problem('request.invalid'))
    else void parseJson(request, text, done)
  })
  // A body of another type is not read: the routes that need JSON refuse it, whatever its length.
  app.addContentTypeParser('*', ({ headers }, _body, done) => {
    const isEmpty =
      headers['content-length'] === '0' || !('content-length' in headers || 'transfer-encoding' in headers)
    done(null, isEmpty ? undefined : notJson)
  })
}

const isForm = ({ route }: Served) => route.sends !== undefined

async function addFormParser(scope: FastifyInstance) {
  await scope.register(multipart, {
    limits: { files: 2, fields: 20, fieldSize: fieldBytes, parts: 30 },
    throwFileSizeLimit: false,
  })
}

/** Refuses requests that arrive while the server closes, since the database closes with it. */
function refuseWhileClosing(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isClosing) done(new Problem('server.unavailable', { retryAfterS: retryAfterClosingS }))
    else done()
  })
}

function addHeadersAndLog(
  app: FastifyInstance,
  headers: Headers,
  pseudonymOf: (userId: number) => string,
  { isLeaving, meters }: Pick<HttpParts, 'isLeaving' | 'meters'>,
) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // A first visit has 40 files; what goes wrong with one is answered with its id.
    if (!request.url.startsWith('/assets/')) reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    if (isLeaving()) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? '(page)'}`
    meters.request(route, reply.statusCode, reply.elapsedTime)
    request.log.info(
      {
        reqId: request.id,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.caller?.member ? { user: pseudonymOf(request.caller.member.id) } : {}),
      },
      'request',
    )
    done()
  })
}
