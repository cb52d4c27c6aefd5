import { address, type Input, methodAndPath, type Reply, type Route } from '@papadag/contract/route'

/** A refused call: its status and the answer's body. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.code = String(body.code)
    this.body = body
  }
}

/** A headless client: keeps cookies, sends the cross-site token, and makes the contract's calls. */
export class Client {
  readonly origin: string
  readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
  }

  /** Sends any request unchecked, with cookies and cross-site token unless `init.headers` replaces them. */
  async fetch(method: string, path: string, init: Omit<RequestInit, 'method'> = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('cookie')) headers.set('cookie', this.cookieHeader())
    const token = this.cookies.get('XSRF-TOKEN')
    if (token && !headers.has('x-xsrf-token')) headers.set('x-xsrf-token', token)
    const response = await fetch(new URL(path, this.origin), { ...init, method, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, decodeURIComponent(value))
    }
    return response
  }

  /** Makes a call of the contract; throws `Refused` unless it succeeds. */
  async call<R extends Route>(
    route: R,
    ...[input]: object extends Input<R> ? [Input<R>?] : [Input<R>]
  ): Promise<Reply<R>> {
    const { method } = methodAndPath(route.at)
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.fetch('GET', '/api/health/live')
    const parts: { params?: object; query?: object; body?: unknown; form?: object; file?: Blob } = input ?? {}
    const init: RequestInit = {}
    if (route.file) {
      const form = new FormData()
      for (const [key, value] of Object.entries(parts.form ?? {})) form.set(key, String(value))
      if (parts.file) form.set(route.file, parts.file, 'picture')
      init.body = form
    } else if (parts.body !== undefined) {
      init.body = JSON.stringify(parts.body)
      init.headers = { 'content-type': 'application/json' }
    }
    const response = await this.fetch(method, address(route, parts), init)
    const text = await response.text()
    if (!response.ok) throw new Refused(response.status, text ? JSON.parse(text) : {})
    // The contract test checks each reply against its schema.
    return (text ? JSON.parse(text) : undefined) as Reply<R>
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  }
}

/** The codes of the refused calls among settled ones. */
export function codes(outcomes: readonly PromiseSettledResult<unknown>[]): string[] {
  return outcomes.flatMap(outcome => {
    if (outcome.status === 'fulfilled') return []
    return [outcome.reason instanceof Refused ? outcome.reason.code : String(outcome.reason)]
  })
}

export function fulfilled(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.filter(outcome => outcome.status === 'fulfilled')
}
