import type { Page } from '@playwright/test'

// Error statuses are part of the product: a visitor gets 401 when the app asks who he is.
const answers = 'Failed to load resource: the server responded with'
/** The browser's messages when there is no network or no server. */
export const withoutNetwork = /^Failed to load resource: net::ERR_|^WebSocket connection to .* failed/

/**
 * Starts collecting the browser's complaints: script errors, violations of the content security policy, and requests to
 * other hosts.
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
