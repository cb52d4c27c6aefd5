import type { Socket } from 'node:net'
import { type Language, limits, productTimeZone } from '@papadag/contract/limits'
import { type IssueCode, type ProblemCode, problemStatus } from '@papadag/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DbConflict, DbFull, DbUnavailable } from '../db/db.ts'
import { isDiskFull } from '../files/disk.ts'
import { platformTexts } from '../platform-texts.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import { languageOf, type Sentence } from '../texts.ts'
import type { Caller } from './gate.ts'
import type { Headers } from './security-headers.ts'

export interface RefusalParts {
  /** The sentences of every refusal and every wrong field. */
  texts: Readonly<Record<ProblemCode | IssueCode, Sentence>>
  headers: Headers
  /** Records a refused request in the audit trail; it must not throw. */
  noteRefusal(event: AuditedRefusal, by: Refused): void
}

export type AuditedRefusal = 'request.crossSite' | 'request.forbidden'

/** The sender of the refused request. */
export type Refused = Pick<Caller, 'member' | 'visitor'>

export type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/** Answers a request that failed with its status and a sentence in the caller's language. */
export function createRefuse({ texts, headers, noteRefusal }: RefusalParts): Refuse {
  return (error, request, reply) => {
    const problem = toProblem(error)
    const { code, detail } = problem
    const status = problemStatus[code]
    if (code === 'server.failed') request.log.error({ reqId: request.id, err: error }, 'unexpected error')
    const language = languageOf(request.cookies?.language, request.headers['accept-language'])
    const issues = detail.issues?.map(({ path, code }) => ({ path, message: texts[code][language], code }))
    // The first invalid field says more than "something is invalid".
    const sentence = issues?.[0]?.message ?? fillIn(texts[code][language], detail.words, language)
    if (detail.retryAfterS !== undefined) reply.header('retry-after', detail.retryAfterS)
    if (status === 403 && request.caller) {
      noteRefusal(code === 'request.crossSite' ? code : 'request.forbidden', request.caller)
    }
    reply
      .headers(headers)
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: sentence, message: sentence, code, ...(issues && { issues }), ...detail.also }))
  }
}

interface BrokenRequest extends Error {
  code?: string
  /** What has arrived of it. */
  rawPacket?: unknown
}

const reasons: Record<ReturnType<typeof reasonOf>, string> = {
  'request.invalid': 'Bad Request',
  'request.tooSlow': 'Request Timeout',
  'request.tooLarge': 'Payload Too Large',
  'request.urlTooLong': 'URI Too Long',
  'request.headersTooLarge': 'Request Header Fields Too Large',
}

function reasonOf({ code }: BrokenRequest, arrived: string) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request.tooSlow'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'request.tooLarge'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'request.invalid'
  const [line = ''] = arrived.split('\r\n', 1)
  return /^[A-Z]+ /.test(line) && line.length > limits.urlBytes ? 'request.urlTooLong' : 'request.headersTooLarge'
}

/**
 * Replies in the same form to input that is not HTTP or too large to be read; written directly to the socket, because
 * there is no request.
 */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const arrived = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : ''
  const [, accepted = 'en'] = /\r\naccept-language: *([^\r\n]*)/i.exec(arrived) ?? []
  const code = reasonOf(error, arrived)
  const sentence = platformTexts[code][languageOf(undefined, accepted)]
  const body = JSON.stringify({ error: sentence, message: sentence, code })
  const head = [
    `HTTP/1.1 ${problemStatus[code]} ${reasons[code]}`,
    'Content-Type: application/json; charset=utf-8',
    'Connection: close',
  ]
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
}

function fillIn(sentence: string, words: ProblemDetail['words'], language: Language) {
  if (!words) return sentence
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

/** The refusal that a failure is answered with; an unexpected one is `server.failed`. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof DbFull || isDiskFull(error)) return new Problem('server.full')
  if (error instanceof DbUnavailable) return new Problem('server.unavailable', { retryAfterS: 5 })
  // Two requests changed the same row, and this one lost.
  if (error instanceof DbConflict) return new Problem('request.conflict')
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Problem('request.tooLarge')
  if (status === 414) return new Problem('request.urlTooLong')
  if (status === 431) return new Problem('request.headersTooLarge')
  if (status === 415 || status === 406) return new Problem('request.mediaType')
  if (status === 408) return new Problem('request.tooSlow')
  // The framework's own errors for malformed requests.
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('request.invalid')
  return new Problem('server.failed')
}
