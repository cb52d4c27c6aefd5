import type { Page } from '@playwright/test'

/** What the browser complains about from now on: errors of scripts, and refusals of the content security policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    // An answer with an error status is the product speaking; a visitor is told 401 when the app asks who he is.
    const isAnswer = message.text().startsWith('Failed to load resource: the server responded with')
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  return complaints
}
