import { currentUser } from '@papadag/contract/auth'
import { createPlaydate, type NewPlaydate } from '@papadag/contract/playdates/playdates'
import { methodAndPath } from '@papadag/contract/route'
import { crossSiteToken } from '../../platform/data/call.ts'

/** The result of one request; status 0 without an answer. */
export type Attempt = { request: string; status: number; body: string }

const user = methodAndPath(currentUser.at)
const creation = methodAndPath(createPlaydate.at)

/** Reads the session. */
export async function checkLogin(): Promise<Attempt> {
  return byFetch(user.path, { method: user.method })
}

/**
 * Creates a playdate by XMLHttpRequest, and by fetch if that fails. Both send the same key, so a lost reply creates no
 * second playdate (decision S11).
 */
export async function createTwice(
  playdate: NewPlaydate,
  idempotencyKey: string,
  onAttempt: (attempt: Attempt) => void,
): Promise<void> {
  const { method, path } = creation
  const body = JSON.stringify(playdate)
  const headers = {
    'content-type': 'application/json',
    'x-xsrf-token': await crossSiteToken(),
    'idempotency-key': idempotencyKey,
  }
  const first = await byXhr(path, { method, headers, body })
  onAttempt(first)
  if (isOk(first)) return
  onAttempt(await byFetch(path, { method, headers, body }))
}

function isOk({ status }: Attempt) {
  return status >= 200 && status < 300
}

type Write = { method: string; headers: Record<string, string>; body: string }

function byXhr(path: string, { method, headers, body }: Write): Promise<Attempt> {
  return new Promise(resolve => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.onloadend = () =>
      resolve({ request: `XMLHttpRequest ${method} ${path}`, status: request.status, body: request.responseText })
    request.send(body)
  })
}

async function byFetch(path: string, init: RequestInit): Promise<Attempt> {
  const request = `fetch ${init.method} ${path}`
  try {
    const response = await fetch(path, { credentials: 'include', ...init })
    return { request, status: response.status, body: await response.text() }
  } catch (error) {
    return { request, status: 0, body: String(error) }
  }
}
