import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Route as AnyRoute, successStatus } from '@papadag/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { charging } from '../db/db.ts'
import { JsonText } from '../db/json.ts'
import type { Live } from '../live/live.ts'
import { pictureHeaders } from '../pictures/pictures.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { languageOf } from '../texts.ts'
import type { Cookies } from './cookies.ts'
import { compressLong } from './encoding.ts'
import { type Caller, writerOf } from './gate.ts'
import { contentOf, nameFor, once } from './idempotency.ts'
import { replyWriter } from './openapi/reply-schema.ts'
import { parse, readJson, readMultipart, readPage } from './requests/request-parts.ts'
import type {
  BrowserControl,
  CalendarReply,
  Call,
  FileReply,
  LoginStep,
  Member,
  Served,
  SessionControl,
} from './serve.ts'

export interface AnswerParts {
  sessions: Sessions
  live: Live
  cookies: Cookies
  originOf(request: FastifyRequest): string
}

/** Makes the handler of a route: parses the request, runs the feature's function, announces the change and replies. */
export function createAnswer(parts: AnswerParts) {
  return ({ route, options, handle }: Served) => {
    const write = route.reply ? replyWriter(route.reply) : undefined
    const run = (call: AnyCall) =>
      options.isOnceInside || options.isNamed ? handle(call) : call.once(tx => handle({ ...call, db: tx }))

    return async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller } = request
      if (!caller) throw new Error(`a ${request.method} request reached its handler without passing the gate`)
      reply.code(successStatus(route))
      const call = await readCall(parts, { route, options, handle }, caller, request, reply)
      const answer = await run(call)
      announceOwn(parts.live, route, request)
      switch (route.answers) {
        case 'picture':
          reply.headers(pictureHeaders('picture.webp'))
          if (route.isUncached) reply.header('cache-control', 'no-store')
          return reply.send(answer)
        case 'calendar':
          return sendCalendar(reply, request, answer as CalendarReply) // as below
        case 'file':
          return sendFile(reply, answer as FileReply) // its type says so where it is served
      }
      if (!write) return undefined
      // A read with nothing to return.
      if (answer === null) return void reply.code(204)
      reply.type('application/json; charset=utf-8')
      const text = answer instanceof JsonText ? answer.text : charging(caller.db, () => write(answer))
      if (route.cacheS !== undefined && isKept(text, route.cacheS, request, reply)) return undefined
      return compressLong(text, request, reply, caller.db.charge)
    }
  }
}

type AnyCall = Call<AnyRoute>

/** Parses what the route declares. */
async function readCall(
  { sessions, cookies, originOf }: AnswerParts,
  { route, options }: Served,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AnyCall> {
  const multipart = route.sends
    ? await readMultipart(request, { file: route.file, isFileOptional: route.sends === 'optionalPicture' })
    : undefined
  const { db, member, visitor, params } = caller
  const attempt = attemptOf(route, member, request)
  const content = {
    params,
    query: route.query ? parse(route.query, request.query) : undefined,
    body: route.body ? parse(route.body, readJson(request)) : undefined,
    file: multipart?.file,
    form: route.form ? parse(route.form, multipart?.fields) : undefined,
  }
  const call = {
    db,
    answerWith: other => void reply.code(other),
    ...content,
    page: route.answers === 'list' ? readPage(request, reply) : undefined,
    member,
    session: sessionControl(sessions, cookies, caller, request, reply),
    browser: browserControl(cookies, request, reply),
    language: languageOf(request.cookies.language, request.headers['accept-language']),
    visitor,
    origin: originOf(request),
    nameFor: async name => (attempt ? nameFor(db, attempt, name, reply.statusCode) : name),
    once: work =>
      attempt
        ? once(
            db,
            { ...attempt, content: contentOf(attempt, content) },
            {
              async first(tx) {
                const answer = await work(tx)
                return { answer, status: reply.statusCode, made: idOf(answer) }
              },
              async again(tx, { status, made }) {
                reply.code(status)
                // Both are replies of this same route.
                return (await options.again?.({ ...call, db: tx }, Number(made))) as Awaited<ReturnType<typeof work>>
              },
            },
          )
        : work(db),
  } as AnyCall // the gate and `parse` made each part what the route declares
  return call
}

/** The scope of an `Idempotency-Key`; it counts only for its sender, so visitors have none. */
function attemptOf({ at, repeats }: AnyRoute, member: Member | undefined, { headers }: FastifyRequest) {
  const key = headers['idempotency-key']
  return repeats === 'key' && member && typeof key === 'string' ? { userId: member.id, at, key } : undefined
}

function idOf(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
  return typeof id === 'number' ? String(id) : null
}

function sessionControl(
  sessions: Sessions,
  cookies: Cookies,
  { db, member }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): SessionControl {
  return {
    async start(userId, beginning) {
      const userAgent = request.headers['user-agent']
      const started = await sessions.start(userId, { ...beginning, userAgent, inPlaceOf: member, db })
      cookies.setSession(reply, started.token)
      if (started.deviceToken) cookies.setDevice(reply, started.deviceToken)
      else if (cookies.deviceToken(request.cookies)) cookies.clearDevice(reply)
      cookies.setCrossSiteToken(reply, started.sessionId)
    },
    async end() {
      if (member) await sessions.end(db, [member.sessionId])
      cookies.clearSession(reply)
      if (cookies.deviceToken(request.cookies)) cookies.clearDevice(reply)
      cookies.setCrossSiteToken(reply, undefined)
    },
  }
}

function browserControl(cookies: Cookies, request: FastifyRequest, reply: FastifyReply): BrowserControl {
  const secretFor = (step: LoginStep) => cookies.loginSecret(request.cookies, step)
  function give(step: LoginStep, secret: string, seconds: number) {
    cookies.setLoginSecret(reply, step, secret, seconds)
    return secret
  }
  const newSecret = () => randomBytes(32).toString('base64url')
  return {
    userAgent: request.headers['user-agent'],
    secretFor,
    bind: (step, seconds) => give(step, newSecret(), seconds),
    keep: (step, seconds) => give(step, secretFor(step) ?? newSecret(), seconds),
    release: step => cookies.setLoginSecret(reply, step, '', 0),
  }
}

/** Tells the user's other tabs what he has changed for himself. */
function announceOwn(live: Live, { touchesOwn }: AnyRoute, request: FastifyRequest) {
  const { userId, tab } = writerOf(request)
  if (userId === undefined || !touchesOwn?.length) return
  live.announce([{ what: 'account', users: [userId], reads: [...touchesOwn] }], { userId, tab })
}

/**
 * Lets the browser cache a reply for `cacheS` seconds and then revalidate it by its tag; returns whether the browser
 * already has it.
 */
function isKept(text: string, cacheS: number, request: FastifyRequest, reply: FastifyReply): boolean {
  const tag = tagOf(text)
  reply
    .header('cache-control', `private, max-age=${cacheS}`)
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('etag', tag)
  if (request.headers['if-none-match'] !== tag) return false
  reply.code(304)
  return true
}

/** Calendar apps poll: an unchanged calendar is answered with 304. */
function sendCalendar(reply: FastifyReply, request: FastifyRequest, { name, text }: CalendarReply) {
  const tag = tagOf(text)
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('x-robots-tag', 'noindex')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/calendar; charset=utf-8')
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(text)
}

/** A weak tag, since the compressed reply has the same one. */
const tagOf = (text: string) => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/**
 * Streams a download; if its source fails midway, the connection is cut, so that nobody mistakes half a file for the
 * whole.
 */
function sendFile(reply: FastifyReply, { name, parts }: FileReply) {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/json; charset=utf-8')
    .send(Readable.from(parts))
}
