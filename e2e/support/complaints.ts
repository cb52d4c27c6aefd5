import type { BrowserContext, Page, Request } from '@playwright/test'

// Error statuses are part of the product: a visitor gets 401 when the app asks who he is.
const answers = 'Failed to load resource: the server responded with'
/** The browser's messages when there is no network or no server. */
export const withoutNetwork = /^Failed to load resource: net::ERR_|^WebSocket connection to .* failed/

/**
 * Starts collecting the browser's complaints: script errors, violations of the content security policy, and requests of
 * pages, workers and service workers to any server but their own. Other origins are `allowed` only by name.
 */
export function collectComplaints(
  context: BrowserContext,
  complaints: string[],
  expected: RegExp | undefined,
  allowed: readonly string[] = [],
): void {
  const note = (address: string, asker: string | undefined) => {
    if (isForeign(address, asker) && !allowed.includes(new URL(address).origin)) complaints.push(`asked ${address}`)
  }
  context.on('request', request => note(request.url(), askerOf(request)))
  context.on('page', page => {
    page.on('websocket', socket => note(socket.url().replace(/^ws/, 'http'), page.url()))
    collectErrors(page, complaints, expected)
  })
}

/** The address of the page or service worker that sends a request; undefined for a request that opens a page. */
function askerOf(request: Request): string | undefined {
  const worker = request.serviceWorker()
  if (worker) return worker.url()
  return request.isNavigationRequest() ? undefined : request.frame().url()
}

/** Each test has a server on a port of its own, so another port is another server. */
function isForeign(address: string, asker: string | undefined): boolean {
  const { protocol, hostname, origin } = new URL(address)
  if (!protocol.startsWith('http')) return false
  return hostname !== '127.0.0.1' || (asker?.startsWith('http') === true && new URL(asker).origin !== origin)
}

function collectErrors(page: Page, complaints: string[], expected: RegExp | undefined) {
  page.on('console', message => {
    const text = message.text()
    if (message.type() !== 'error' || text.startsWith(answers)) return
    if (!expected?.test(text)) complaints.push(text)
  })
  page.on('pageerror', error => complaints.push(error.message))
}
