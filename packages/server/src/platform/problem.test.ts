import { EventEmitter } from 'node:events'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { texts } from '../app/texts.ts'
import { DbConflict, DbFull, DbUnavailable } from './db/db.ts'
import { answerBrokenRequest, createRefuse, type Refused } from './http/refusal.ts'
import { Problem } from './problem.ts'

const visitor = { address: '192.0.2.7', network: '192.0.2.7', isLocal: false }

/** Answers a request whose handler throws this, from a caller who is known by then or not. */
async function refused(error: unknown, { language = 'en', caller }: { language?: string; caller?: Refused } = {}) {
  const noted: unknown[] = []
  const logged: unknown[] = []
  const app = fastify()
  onTestFinished(() => app.close())
  app.decorateRequest('caller', null)
  const noteRefusal = (event: string, by: Refused) => void noted.push([event, by])
  app.setErrorHandler(createRefuse({ texts, headers: { 'x-frame-options': 'DENY' }, noteRefusal }))
  app.get('/', async request => {
    request.caller = (caller as typeof request.caller) ?? null // a refusal needs no more of him
    request.log.error = (line: object) => void logged.push(line)
    throw error
  })
  const { statusCode, headers, body } = await app.inject({ url: '/', headers: { 'accept-language': language } })
  return { status: statusCode, headers, answer: JSON.parse(body), noted, logged }
}

const withStatus = (statusCode: unknown) => Object.assign(new Error('the framework'), { statusCode })

test.each<[what: string, error: unknown, status: number, code: string]>([
  ['a refusal', new Problem('playdate.unknown'), 404, 'playdate.unknown'],
  ['a full database', new DbFull('full'), 507, 'server.full'],
  ['a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' }), 507, 'server.full'],
  ['a database that is away', new DbUnavailable('away'), 503, 'server.unavailable'],
  ['a lost race', new DbConflict('a key'), 409, 'request.conflict'],
  ['a long body', withStatus(413), 413, 'request.tooLarge'],
  ['another type', withStatus(415), 415, 'request.mediaType'],
  ['a type that nobody can send', withStatus(406), 415, 'request.mediaType'],
  ['a slow request', withStatus(408), 408, 'request.tooSlow'],
  ['a malformed request', withStatus(400), 400, 'request.invalid'],
  ['another mistake of the caller', withStatus(499), 400, 'request.invalid'],
])('%s gets its own answer, and is not logged', async (_, error, status, code) => {
  const found = await refused(error)
  expect([found.status, found.answer.code, found.logged]).toEqual([status, code, []])
  expect(found.answer.error).toBe(found.answer.message)
  expect(found.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
  expect(found.headers['x-request-id']).toBeDefined()
})

test.each<[what: string, error: unknown]>([
  ['a bug', new Error('a bug')],
  ['an error below 400', withStatus(399)],
  ['an error of the server', withStatus(500)],
  ['a status that is no number', withStatus('413')],
])('%s is logged, and the answer says nothing about it', async (_, error) => {
  const found = await refused(error)
  expect([found.status, found.answer.code]).toEqual([500, 'server.failed'])
  expect(found.logged).toMatchObject([{ err: error }])
  expect(JSON.stringify(found.answer)).not.toMatch(/bug|framework/)
})

test('a caller learns when to come back only if that is known', async () => {
  expect((await refused(new DbUnavailable('away'))).headers['retry-after']).toBe('5')
  expect((await refused(new Problem('request.tooOften', { retryAfterS: 17 }))).headers['retry-after']).toBe('17')
  expect((await refused(new Problem('request.tooOften'))).headers['retry-after']).toBeUndefined()
})

test('an error’s sentence is in the caller’s language, with its words and the time in the Netherlands', async () => {
  const until = new Date('2027-07-01T22:30:00Z')
  const problem = new Problem('auth.suspendedForNow', {
    words: { reason: 'Spam.', until },
    also: { until: until.toISOString() },
  })
  const { answer } = await refused(problem)
  expect(answer.error).toMatch(/suspended until July 2, 2027 at 12:30\sAM\. The reason: Spam\. Do you/)
  expect(answer.until).toBe(until.toISOString())
  expect((await refused(problem, { language: 'de' })).answer.error).toContain('bis 2. Juli 2027 um 00:30 gesperrt')
  // A word that is missing stays a hole instead of “undefined”.
  expect((await refused(new Problem('auth.suspendedForNow', { words: {} }))).answer.error).toContain('{reason}')
})

test('an invalid request says what is wrong with its first field, and lists all of them', async () => {
  const issues = [
    { path: 'maxParticipants', code: 'playdate.maxParticipants' },
    { path: 'title', code: 'field.invalid' },
  ] as const
  const { answer } = await refused(new Problem('request.invalid', { issues }))
  expect(answer.error).toBe(texts['playdate.maxParticipants'].en)
  expect(answer.issues).toEqual(issues.map(({ path, code }) => ({ path, code, message: texts[code].en })))
  const without = (await refused(new Problem('request.invalid'))).answer
  expect(without).toEqual({
    error: texts['request.invalid'].en,
    message: texts['request.invalid'].en,
    code: 'request.invalid',
  })
})

test('a refused permission is logged with the user who asked, and other refusals and unknown callers are not', async () => {
  const caller = { member: undefined, visitor }
  expect((await refused(new Problem('request.crossSite'), { caller })).noted).toEqual([['request.crossSite', caller]])
  expect((await refused(new Problem('playdate.notYours'), { caller })).noted).toEqual([['request.forbidden', caller]])
  expect((await refused(new Problem('playdate.unknown'), { caller })).noted).toEqual([])
  expect((await refused(new Problem('playdate.notYours'))).noted).toEqual([])
})

/** A socket that keeps what is written to it. */
function aSocket(writable: boolean) {
  const said: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    writable,
    destroy: () => void said.push('destroyed'),
    end: (text: string) => void said.push(text),
  })
  return { socket: socket as never, said }
}

test('a request that is not HTTP gets an answer in the same form, unless nobody is there to read it', () => {
  const broken = aSocket(true)
  answerBrokenRequest(new Error('parse error'), broken.socket)
  const [head = '', body = ''] = broken.said[0]?.split('\r\n\r\n') ?? []
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(body))
  expect(JSON.parse(body)).toMatchObject({ code: 'request.invalid', error: texts['request.invalid'].en })

  for (const [gone, error] of [
    [aSocket(false), new Error('parse error')],
    [aSocket(true), Object.assign(new Error('reset'), { code: 'ECONNRESET' })],
  ] as const) {
    answerBrokenRequest(error, gone.socket)
    expect(gone.said).toEqual(['destroyed'])
  }
})
