import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, assert, beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { lastNotice } from '../../testing/last-notice.ts'
import { show } from '../../testing/show.tsx'
import { ok, refused } from '../../testing/stand-in-server.ts'
import { Page as SimpleTest } from './simple-test.tsx'
import { Page as TestCreate } from './test-create.tsx'

beforeEach(() => showLanguage('en'))
afterEach(() => vi.useRealTimers())

const unauthorised = refused(401, 'auth.required', 'Please log in first.')
const result = () => screen.getByRole('log').textContent ?? ''

type Request = { method: string; path: string; headers: Record<string, string>; body: unknown }

/** Answers XMLHttpRequests with one status, or not at all with 0. */
function answerXhr(status: number, body: unknown) {
  const requests: Request[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0
      responseText = ''
      onloadend = () => {}
      #request: Request = { method: '', path: '', headers: {}, body: undefined }
      open(method: string, path: string) {
        Object.assign(this.#request, { method, path })
      }
      setRequestHeader(name: string, value: string) {
        this.#request.headers[name] = value
      }
      send(text: string) {
        requests.push({ ...this.#request, body: JSON.parse(text) })
        this.status = status
        this.responseText = status ? JSON.stringify(body) : ''
        queueMicrotask(() => this.onloadend())
      }
    },
  )
  return requests
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const create = 'Check login and create a test playdate'

test('the first test page creates by XMLHttpRequest, an hour long, and shows the response', async () => {
  const requests = answerXhr(201, aPlaydate())
  const { asked } = show(<TestCreate />, '/test-create', { 'GET /api/user': () => ok({ firstName: 'Daan' }) })
  await press(create)
  await waitFor(() => expect(result()).toContain('XMLHttpRequest POST /api/playdates\n201'))
  expect(result()).toContain('fetch GET /api/user\n200')
  expect(asked).toEqual(['GET /api/user'])
  const [request = assert.fail('Nothing was sent.')] = requests
  expect(request).toMatchObject({ method: 'POST', path: '/api/playdates', body: { maxParticipants: 5 } })
  expect(request.headers['x-xsrf-token']).toBe('token-of-this-visitor')
  const { startTime, endTime } = request.body as { startTime: string; endTime: string } // what the page sent
  expect(Date.parse(endTime) - Date.parse(startTime)).toBe(3_600_000)
})

test('when XMLHttpRequest fails the page tries fetch with the same key', async () => {
  const requests = answerXhr(0, undefined)
  show(<TestCreate />, '/test-create', { 'POST /api/playdates': () => ({ status: 201, body: aPlaydate() }) })
  const sent = vi.spyOn(globalThis, 'fetch')
  await press(create)
  await waitFor(() => expect(result()).toContain('fetch POST /api/playdates\n201'))
  expect(result()).toContain('XMLHttpRequest POST /api/playdates\n0')
  const second = new Headers(sent.mock.lastCall?.[1]?.headers)
  const key = requests[0]?.headers['idempotency-key']
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(second.get('idempotency-key')).toBe(key)
  expect(second.get('x-xsrf-token')).toBe('token-of-this-visitor')
})

test('a visitor sees that every call is refused', async () => {
  answerXhr(401, unauthorised.body)
  show(<TestCreate />, '/test-create', {
    'GET /api/user': () => unauthorised,
    'POST /api/playdates': () => unauthorised,
  })
  await press(create)
  await waitFor(() => expect(result().match(/^401$/gm)).toHaveLength(3))
})

test('the simple page sends four fields without times, shows the response, and goes to the playdates', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let sent: unknown
  show(<SimpleTest />, '/simple-test', {
    'POST /api/playdates/test-create': body => {
      sent = body
      return { status: 201, body: aPlaydate({ title: 'Zandkasteel' }) }
    },
  })
  const title = screen.getByRole('textbox', { name: 'Title' })
  await userEvent.clear(title)
  await userEvent.type(title, 'Zandkasteel')
  await press('Create test playdate')
  await waitFor(() => expect(result()).toMatch(/^201\n[\s\S]*Zandkasteel/))
  expect(sent).toEqual({
    title: 'Zandkasteel',
    description: 'Made on the simple test page.',
    location: 'Test location',
    maxParticipants: '5',
  })
  expect(location.pathname).toBe('/simple-test')
  vi.advanceTimersByTime(1500)
  expect(location.pathname).toBe('/playdates')
})

test('a visitor of the simple page sees the refusal, and stays', async () => {
  show(<SimpleTest />, '/simple-test', { 'POST /api/playdates/test-create': () => unauthorised })
  await press('Create test playdate')
  await waitFor(() => expect(result()).toMatch(/^401\n[\s\S]*Please log in first\./))
  expect(location.pathname).toBe('/simple-test')
})

test('sending the simple form again after a lost answer makes no second playdate', async () => {
  const { handlers } = show(<SimpleTest />, '/simple-test')
  const sent = vi.spyOn(globalThis, 'fetch')
  const keyOfLast = () => new Headers(sent.mock.lastCall?.[1]?.headers).get('idempotency-key')
  await press('Create test playdate')
  await waitFor(() => expect(result()).toMatch(/^0\n/))
  const first = keyOfLast()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  handlers['POST /api/playdates/test-create'] = () => unauthorised
  await press('Create test playdate')
  await waitFor(() => expect(result()).toMatch(/^401\n/))
  expect(keyOfLast()).toBe(first)
})

test('both test pages ask search engines not to index them', () => {
  const { unmount } = show(<SimpleTest />, '/simple-test')
  expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  unmount()
  expect(document.head.querySelector('meta[name="robots"]')).toBeNull()
  show(<TestCreate />, '/test-create')
  expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})

test.each([
  ['a reason', () => unauthorised, 'Please log in first.'],
  ['none', () => ({ status: 500 }), 'There was an error creating the playdate.'],
])('the simple page shows a refusal with %s', async (_, answer, description) => {
  show(<SimpleTest />, '/simple-test', { 'POST /api/playdates/test-create': answer })
  await press('Create test playdate')
  await waitFor(() => expect(lastNotice()).toMatchObject({ title: 'Error Creating Playdate', description }))
})
