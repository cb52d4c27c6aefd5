import { logIn, logOut } from '@papadag/contract/auth'
import { startChat } from '@papadag/contract/chat'
import { sendReport } from '@papadag/contract/moderation'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { mapTile } from '@papadag/contract/places/map'
import { createPlaydate, joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, call, tabId, whenSessionIsLost } from './call.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  // biome-ignore lint/suspicious/noDocumentCookie: what the server's Set-Cookie leaves behind
  document.cookie = 'XSRF-TOKEN=token-of-this-visitor; Path=/'
})
afterEach(() => vi.unstubAllGlobals())

const answers = (status: number, body?: unknown, statusText = '') =>
  fetched.mockResolvedValueOnce(
    new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      statusText,
    }),
  )

const sent = (index = 0) => {
  const [url, init] = fetched.mock.calls[index] ?? []
  return { url, init, headers: new Headers(init?.headers) }
}

const refusal = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    error => error,
  )
  if (!(error instanceof CallError)) throw new Error('The call was not refused.')
  return error
}

test('an error’s message is the status, a colon and the body, and it carries the server’s sentence', async () => {
  const body = { error: 'Vol is vol.', message: 'Vol is vol.', code: 'playdate.full' }
  answers(409, body)
  const error = await refusal(call(joinPlaydate, { params: { id: 7 }, body: {} }))
  expect(error.message).toBe(`409: ${JSON.stringify(body)}`)
  expect(error).toMatchObject({ status: 409, code: 'playdate.full', sentence: 'Vol is vol.' })
})

test('an error without a body uses the status text', async () => {
  answers(502, '', 'Bad Gateway')
  const error = await refusal(call(upcomingPlaydates, {}))
  expect(error.message).toBe('502: Bad Gateway')
  expect(error.sentence).toBeUndefined()
})

test('an error carries the issues of a refused form, and ignores malformed ones', async () => {
  answers(400, { error: 'Nee', code: 'request.invalid', issues: [{ path: 'title', message: 'Te lang' }, 3, null] })
  const error = await refusal(call(createPlaydate, { body: { startTime: '', endTime: '', maxParticipants: 5 } }))
  expect(error.issues).toEqual([{ path: 'title', message: 'Te lang' }])
})

test('an error carries the Retry-After of the server', async () => {
  const body = JSON.stringify({ error: 'Even rustig aan.', code: 'request.tooOften' })
  fetched.mockResolvedValueOnce(new Response(body, { status: 429, headers: { 'retry-after': '90' } }))
  const error = await refusal(call(logIn, { body: { username: 'daan', password: 'zandkasteel' } }))
  expect(error).toMatchObject({ code: 'request.tooOften', retryAfterS: 90 })
})

test('a missing answer is an error with status 0', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const error = await refusal(call(upcomingPlaydates, {}))
  expect(error).toMatchObject({ status: 0, code: 'offline', message: '0: Failed to fetch' })
})

test('a truncated answer or a page of a captive portal counts as no answer', async () => {
  const broken = new ReadableStream({ start: body => body.error(new TypeError('network error')) })
  fetched.mockResolvedValueOnce(new Response(broken, { status: 200 }))
  expect(await refusal(call(upcomingPlaydates, {}))).toMatchObject({ status: 0, code: 'offline' })
  const brokenToo = new ReadableStream({ start: body => body.error(new TypeError('network error')) })
  fetched.mockResolvedValueOnce(new Response(brokenToo, { status: 503 }))
  expect(await refusal(call(upcomingPlaydates, {}))).toMatchObject({ status: 0, code: 'offline' })
  answers(200, '<!doctype html><title>Wifi in de trein</title>')
  expect(await refusal(call(upcomingPlaydates, {}))).toMatchObject({ status: 0, code: 'offline' })
})

test('a read fills in the address and sends no token', async () => {
  answers(200, [])
  expect(await call(upcomingPlaydates, {})).toEqual([])
  expect(sent().url).toBe('/api/playdates/upcoming')
  expect(sent().headers.has('x-xsrf-token')).toBe(false)
})

test('a cached read is revalidated by its ETag', async () => {
  answers(200, { cells: [], places: [] })
  await call(mapTile, { params: { z: '12', x: '2103', y: '1346' } })
  expect(sent().init?.cache).toBe('no-cache')
})

test('a write carries JSON, the cross-site token, the tab’s name and its idempotency key', async () => {
  answers(200, { id: 7 })
  await call(startChat, { body: { participants: [7] } }, { idempotencyKey: 'once' })
  const { url, init, headers } = sent()
  expect(url).toBe('/api/chats')
  expect(init).toMatchObject({ method: 'POST', body: '{"participants":[7]}' })
  expect(headers.get('x-xsrf-token')).toBe('token-of-this-visitor')
  expect(headers.get('x-tab-id')).toBe(tabId)
  expect(headers.get('idempotency-key')).toBe('once')
  expect(headers.get('content-type')).toBe('application/json')
})

test('a naturally repeatable write carries no key', async () => {
  answers(200, { id: 7 })
  await call(joinPlaydate, { params: { id: 7 }, body: {} }, { idempotencyKey: 'once' })
  expect(sent().headers.has('idempotency-key')).toBe(false)
})

test('a call sends cookies and has no timeout of its own', async () => {
  answers(200, [])
  await call(upcomingPlaydates, {})
  expect(sent().init?.credentials).toMatch(/^(same-origin|include)$/)
  expect(sent().init?.signal ?? undefined).toBeUndefined()
})

test('a picture is sent as a form with the browser’s content type', async () => {
  answers(200, { imageUrl: '/uploads/x.webp' })
  await call(uploadProfilePicture, { file: new File(['pixels'], 'me.png', { type: 'image/png' }) })
  const { init, headers } = sent()
  expect(init?.body).toBeInstanceOf(FormData)
  expect(init?.body instanceof FormData && init.body.get('profileImage')).toBeInstanceOf(File)
  expect(headers.has('content-type')).toBe(false)
})

test('without a token the write fetches one first', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: a visitor without the server's cookie
  document.cookie = 'XSRF-TOKEN=; Path=/; Max-Age=0'
  fetched.mockImplementationOnce(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what the server's Set-Cookie leaves behind
    document.cookie = 'XSRF-TOKEN=fresh; Path=/'
    return new Response('{"status":"ok"}')
  })
  answers(204)
  expect(await call(logOut, {})).toBeUndefined()
  expect(sent(0).url).toBe('/api/health')
  expect(sent(1).headers.get('x-xsrf-token')).toBe('fresh')
})

test('a 401 of a member call reports the session as lost; a wrong password does not', async () => {
  const lost = vi.fn()
  const stop = whenSessionIsLost(lost)
  answers(401, { error: 'Nee', code: 'auth.wrong' })
  await refusal(call(logIn, { body: { username: 'daan', password: 'wrong' } }))
  expect(lost).not.toHaveBeenCalled()
  answers(401, { error: 'Nee', code: 'auth.required' })
  await refusal(call(upcomingPlaydates, {}))
  expect(lost).toHaveBeenCalledOnce()
  stop()
})

test('a public call reports the session as lost when it required one', async () => {
  const lost = vi.fn()
  const stop = whenSessionIsLost(lost)
  answers(401, { error: 'Nee', code: 'auth.required' })
  await refusal(call(sendReport, { body: { targetType: 'place', targetId: 7, reason: 'other' } }))
  expect(lost).toHaveBeenCalledOnce()
  stop()
})
