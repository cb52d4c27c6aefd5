import type { User } from '@papadag/contract/users/users'
import { afterEach, vi } from 'vitest'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Handler = (body: unknown) => Answer | Promise<Answer>

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const refused = (status: number, code: string, error: string): Answer => ({
  status,
  body: { error, message: error, code },
})

export type Handlers = Record<string, Handler>

/** Answers calls in the browser by address, or by path whatever the query; returns the requests made. */
export function serve(handlers: Handlers) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url}`
    asked.push(call)
    const handler = handlers[call] ?? handlers[call.replace(/\?.*/, '')]
    if (!handler) throw new TypeError(`Nobody answers ${call}`)
    const { status, body, headers } = await handler(readBody(init.body))
    return new Response(body === undefined ? null : JSON.stringify(body), { status, ...(headers && { headers }) })
  })
  // biome-ignore lint/suspicious/noDocumentCookie: what the server's Set-Cookie leaves behind
  document.cookie = 'XSRF-TOKEN=token-of-this-visitor; Path=/'
  return { asked, handlers }
}

/** The body of a call: JSON, or the parts of a form. */
function readBody(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

afterEach(() => vi.unstubAllGlobals())

export const daan: User = {
  id: 1,
  username: 'daan',
  email: 'daan@papadag.example',
  firstName: 'Daan',
  lastName: 'de Vries',
  bio: null,
  profileImage: null,
  phoneNumber: null,
  city: 'Utrecht',
  badge: 'Active Dad',
  childrenInfo: [],
  favoriteLocations: [],
}
