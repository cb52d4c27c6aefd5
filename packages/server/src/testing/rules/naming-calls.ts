import { passkeyOptions } from '@papadag/contract/passkeys'
import type { Client } from '../client.ts'
import { Authenticator } from '../passkeys/authenticator.ts'

/** Somebody whom a visitor names, and the browser in which he does; he may not exist. */
export interface Named {
  username: string
  email: string
  /** A passkey of his, if he exists. */
  device: Authenticator
  browser: Client
}

interface NamingCall {
  /** The call, and what it names. */
  what: string
  /** Runs once, before the first guess. */
  prepare?: (who: Named) => Promise<unknown>
  /** Prepares a guess, which the returned function makes. */
  guess: (who: Named) => Promise<() => Promise<Response>>
}

/**
 * Every call in which a visitor names an account. None may tell whether it exists: neither by its answer, nor by how
 * long it takes.
 */
export const namingCalls: readonly NamingCall[] = [
  {
    what: 'POST /api/auth/codes by username',
    guess: async ({ username, browser }) => post(browser, '/api/auth/codes', { username }),
  },
  {
    what: 'POST /api/auth/codes by address',
    guess: async ({ email, browser }) => post(browser, '/api/auth/codes', { email }),
  },
  {
    what: 'POST /api/auth/codes/enter after asking for one',
    prepare: async ({ username, browser }) => (await post(browser, '/api/auth/codes', { username }))(),
    guess: async ({ browser }) => post(browser, '/api/auth/codes/enter', { code: '000000' }),
  },
  {
    what: 'POST /api/auth/recovery',
    guess: async ({ username, browser }) => post(browser, '/api/auth/recovery', { username, code: 'AAAAA-AAAAA' }),
  },
  {
    what: 'POST /api/password-resets',
    guess: async ({ email, browser }) => post(browser, '/api/password-resets', { email }),
  },
  {
    what: 'POST /api/auth/passkeys with an invented proof',
    async guess({ device, browser }) {
      const options = await browser.call(passkeyOptions)
      const proof = new Authenticator(device.origin).prove(options)
      return post(browser, '/api/auth/passkeys', { ...proof, id: device.id, rawId: device.id })
    },
  },
  {
    what: 'POST /api/login',
    guess: async ({ username, browser }) => post(browser, '/api/login', { username, password: 'geraden' }),
  },
]

async function post(browser: Client, path: string, body: object): Promise<() => Promise<Response>> {
  if (!browser.cookies.has('XSRF-TOKEN')) await browser.fetch('GET', '/api/health/live')
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return () => browser.fetch('POST', path, init)
}
