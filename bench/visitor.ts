import type { BrowserContext } from '@playwright/test'
import { answerConsent } from '../tools/consent.ts'

/** Lets a browser in by a session's cookie, without a question about privacy. */
export async function signIn(context: BrowserContext, url: string, cookie: string | undefined): Promise<void> {
  await answerConsent(context)
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url }])
}
