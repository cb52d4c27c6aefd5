import type { Page } from '@playwright/test'

// An answer with an error status is the product speaking; a visitor is told 401 when the app asks who he is.
const answers = 'Failed to load resource: the server responded with'
/** What a browser says when there is no network, or nobody at the other end. */
export const withoutNetwork = /^Failed to load resource: net::ERR_|^WebSocket connection to .* failed/

/**
 * Collects what the browser complains about from now on: errors of scripts, refusals of the content security policy, and
 * requests to anybody but Papadag.
 */
export function collectComplaints(page: Page, complaints: string[], expected: RegExp | undefined): void {
  page.on('console', message => {
    const text = message.text()
    if (message.type() !== 'error' || text.startsWith(answers)) return
    if (!expected?.test(text)) complaints.push(text)
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`)
  })
}
