import { i18n } from '@lingui/core'
import type { ProblemCode } from '@papadag/contract/problems'
import { address, type Input, methodAndPath, type Reply, type Route } from '@papadag/contract/route'
import { readCookie } from '../browser/storage.ts'
import { randomId } from './random-id.ts'

export type FieldIssue = { path: string; message: string }

/** The error of every failed call. `message` is the status, a colon and the body, as the specification says. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** 0 without any reply. */
  readonly status: number
  readonly code: ProblemCode | 'offline' | undefined
  /** The server's sentence for the user, in his language. */
  readonly sentence: string | undefined
  readonly issues: readonly FieldIssue[]
  /** The server's Retry-After. */
  readonly retryAfterS: number | undefined

  constructor(status: number, body: string, statusText: string, retryAfterS?: number) {
    super(`${status}: ${body || statusText}`)
    const said = readProblem(body)
    this.status = status
    this.code = status === 0 ? 'offline' : said.code
    this.sentence = said.sentence
    this.issues = said.issues
    this.retryAfterS = retryAfterS
  }
}

function readProblem(body: string) {
  const said = parse(body)
  if (typeof said !== 'object' || said === null) return { code: undefined, sentence: undefined, issues: [] }
  const { error, code, issues } = said as Record<string, unknown> // an object's fields, each looked at below
  return {
    // A code of the contract's closed list; importing the list would add to every screen's code.
    code: typeof code === 'string' ? (code as ProblemCode) : undefined,
    sentence: typeof error === 'string' && error ? error : undefined,
    issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function isIssue(issue: unknown): issue is FieldIssue {
  return typeof issue === 'object' && issue !== null && 'path' in issue && 'message' in issue
}

/** Identifies this tab, so that the live connection does not report its own writes back to it. */
export const tabId = randomId()

const lost = new Set<() => void>()

/**
 * Calls the listener when the server refuses the session on a call that needs one; returns a function that stops it.
 */
export function whenSessionIsLost(listener: () => void) {
  lost.add(listener)
  return () => {
    lost.delete(listener)
  }
}

/** Calls the listeners, also for replies to calls outside the contract. */
export function tellSessionIsLost() {
  for (const listener of lost) listener()
}

export type CallOptions = {
  /** The same for every attempt at one creation, so that only one thing is created; for calls with `repeats: 'key'`. */
  idempotencyKey?: string | undefined
}

/** Makes a call of the contract. */
export async function call<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Reply<R>> {
  const { method } = methodAndPath(route.at)
  // The concrete input type is unknown here, so its possible parts are asserted.
  const parts = input as { params?: object; query?: object; body?: unknown; form?: object; file?: Blob }
  const headers = new Headers({ accept: 'application/json', 'accept-language': i18n.locale, 'x-tab-id': tabId })
  if (method !== 'GET') headers.set('x-xsrf-token', await crossSiteToken())
  if (options.idempotencyKey && route.repeats === 'key') headers.set('idempotency-key', options.idempotencyKey)
  if (parts.body !== undefined) headers.set('content-type', 'application/json')

  const response = await reach(address(route, parts), {
    method,
    headers,
    body: bodyOf(route, parts),
    // The live connection reports changes since a read, so a reply from the HTTP cache would be too old: the browser
    // revalidates it by its tag, which is cheap if nothing has changed.
    cache: route.cacheS ? 'no-cache' : 'default',
  })
  if (response.ok) {
    // A route without a reply answers 202 or 204, and a read with nothing to return 204, which becomes null; their
    // types say so too. Schemas cannot be consulted here, see vite/bare-contract.ts.
    return (response.status > 201 ? (method === 'GET' ? null : undefined) : await answered(response.json())) as Reply<R>
  }
  const retryAfterS = Number(response.headers.get('retry-after')) || undefined
  const error = new CallError(response.status, await answered(response.text()), response.statusText, retryAfterS)
  // For calls open to visitors, such as a report, only the code shows that this one needed a login.
  if (error.status === 401 && (route.access === 'member' || error.code === 'auth.required')) tellSessionIsLost()
  throw error
}

function bodyOf(route: Route, { body, form, file }: { body?: unknown; form?: object; file?: Blob }) {
  if (route.file) {
    const parts = new FormData()
    for (const [key, value] of Object.entries(form ?? {})) {
      if (value !== undefined && value !== null) parts.set(key, String(value))
    }
    if (file) parts.set(route.file, file)
    return parts
  }
  return body === undefined ? null : JSON.stringify(body)
}

const reach = (url: string, init: RequestInit) => answered(fetch(url, { credentials: 'same-origin', ...init }))

/** Treats a truncated reply, or one from a captive portal, as no reply. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new CallError(0, '', error instanceof Error ? error.message : 'offline')
  }
}

export const crossSiteCookie = 'XSRF-TOKEN'

/** The server sets the cookie with any page or read; without it every write is refused. */
export async function crossSiteToken() {
  const token = readCookie(crossSiteCookie)
  if (token) return token
  await reach('/api/health', {})
  return readCookie(crossSiteCookie) ?? ''
}

/** Whether this browser keeps no cookies, without which nobody can log in; throws if the server does not answer. */
export async function refusesCookies(): Promise<boolean> {
  if (!navigator.cookieEnabled) return true
  if (readCookie(crossSiteCookie)) return false
  const { ok } = await reach('/api/health', {})
  return ok && !readCookie(crossSiteCookie)
}
