import { randomInt, randomUUID } from 'node:crypto'
import { register } from '@papadag/contract/auth'
import { enterCircle, makeCircleCode } from '@papadag/contract/circles'
import { letters } from '@papadag/contract/users/letters'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { Client } from '../../packages/server/src/testing/client.ts'
import type { SmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'

export const password = 'zandkasteel'

/** The addresses of an attacker: 1,000 in 50 networks. */
const addresses: readonly string[] = Array.from({ length: 1000 }, (_, at) =>
  [0x2001, 0xdb8, at % 50, Math.floor(at / 50), 0, 0, 0, 1].map(group => group.toString(16)).join(':'),
)

/** A request as it is sent a million times. */
export interface Guess {
  method: string
  path: string
  from: string
  cookie: string
  token: string
  body: object
}

export interface House {
  url: string
  smtp: SmtpStandIn
  /** Those whose accounts are attacked. */
  victims: readonly Known[]
  /** Accounts of the attacker. */
  thieves: readonly Client[]
  /** Makes a circle with this keeper, and returns its id. */
  makeCircle(keeperId: number): Promise<number>
}

export type Known = Client & { id: number; username: string }

export interface Door {
  name: string
  /** What is guessed. */
  what: string
  guesses: number
  /** Makes what can be guessed. */
  open(house: House): Promise<{
    guess: (at: number) => Guess
    /** What somebody with the right code does meanwhile, if not a login with a password; again and again. */
    honest?: (at: number) => Promise<void>
    /** What has to be made anew from time to time. */
    keepOpen?: () => Promise<void>
  }>
}

let made = 0

/** A browser at an address of its own. */
export class Elsewhere extends Client {
  readonly #address: string

  constructor(url: string) {
    super(url)
    made += 1
    this.#address = `198.18.${made >> 8}.${made & 255}`
  }

  override fetch(method: string, path: string, init: Omit<RequestInit, 'method'> = {}) {
    const headers = new Headers(init.headers)
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', this.#address)
    return super.fetch(method, path, { ...init, headers })
  }
}

/** Registers somebody, from an address of his own. */
export async function aFather(url: string): Promise<Known> {
  const client = new Elsewhere(url)
  const username = `vader-${randomUUID().slice(0, 8)}`
  const { id } = await client.call(register, {
    body: { username, email: `${username}@papadag.test`, password, firstName: 'Vader', lastName: username },
  })
  return Object.assign(client, { id, username })
}

const from = (at: number) => addresses[at % addresses.length] ?? ''
const ofAlphabet = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
/** The signs of circle codes, without those that look like others. */
const circleLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const post = (path: string, at: number, { cookie, token, body }: Pick<Guess, 'cookie' | 'token' | 'body'>): Guess => ({
  method: 'POST',
  path,
  from: from(at),
  cookie,
  token,
  body,
})

const of = (client: Client) => ({ cookie: client.cookieHeader(), token: client.cookies.get('XSRF-TOKEN') ?? '' })

async function aVisitor(url: string): Promise<Client> {
  const visitor = new Elsewhere(url)
  await visitor.fetch('GET', '/api/health/live')
  return visitor
}

/** As many browsers as the limits allow, which have asked for a code of somebody. */
async function asking({ url, smtp, victims }: House): Promise<Client[]> {
  const before = smtp.mails.length
  const browsers: Client[] = []
  for (const [at, address] of addresses.entries()) {
    const browser = await aVisitor(url)
    const victim = victims[at % victims.length]
    const asked = await browser.fetch('POST', '/api/auth/codes', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username: victim?.username }),
    })
    if (asked.status === 202) browsers.push(browser)
  }
  while (smtp.mails.length < before + victims.length) await new Promise(done => setTimeout(done, 100))
  return browsers
}

export const doors: readonly Door[] = [
  {
    name: 'codes',
    what: 'mailed codes',
    guesses: 1_000_000,
    async open(house) {
      const browsers = (await asking(house)).map(of)
      return {
        guess(at) {
          const browser = browsers[at % browsers.length] ?? { cookie: '', token: '' }
          return post('/api/auth/codes/enter', at, { ...browser, body: { code: ofAlphabet('0123456789', 6) } })
        },
      }
    },
  },
  {
    name: 'recovery',
    what: 'recovery codes',
    guesses: 10_000,
    async open({ url, victims }) {
      for (const victim of victims) await victim.call(makeRecoveryCodes)
      const visitor = of(await aVisitor(url))
      return {
        guess: at =>
          post('/api/auth/recovery', at, {
            ...visitor,
            body: { username: victims[at % victims.length]?.username, code: ofAlphabet(letters, 10) },
          }),
      }
    },
  },
  {
    name: 'handover',
    what: 'codes of new devices',
    guesses: 10_000,
    async open({ url, thieves }) {
      const sessions = thieves.map(of)
      return {
        guess: at => ({
          ...post('/api/users/me/handover', at, {
            ...(sessions[at % sessions.length] ?? { cookie: '', token: '' }),
            body: { code: ofAlphabet(letters, 8), accept: true },
          }),
          method: 'PUT',
        }),
        async keepOpen() {
          for (let at = 0; at < 20; at += 1) await (await aVisitor(url)).fetch('POST', '/api/auth/handover')
        },
      }
    },
  },
  {
    name: 'circles',
    what: 'codes of circles',
    guesses: 1_000_000,
    async open(house) {
      const { url, thieves } = house
      const [sessions, codes] = [thieves.map(of), await circleCodes(house)]
      const fathers: Client[] = []
      for (let at = 0; at < 20 * codes.length; at += 1) fathers.push(await aFather(url))
      return {
        guess: at =>
          post('/api/circles/enter', at, {
            ...(sessions[at % sessions.length] ?? { cookie: '', token: '' }),
            body: { code: ofAlphabet(circleLetters, 8) },
          }),
        async honest(at) {
          const father = fathers[at % fathers.length]
          await father?.call(enterCircle, { body: { code: codes[at % codes.length] ?? '' } })
        },
      }
    },
  },
  {
    name: 'register',
    what: 'codes of circles, by new accounts',
    guesses: 10_000,
    async open(house) {
      await circleCodes(house)
      const visitor = of(await aVisitor(house.url))
      return {
        guess(at) {
          const username = `dief-${at}-${Date.now().toString(36)}`
          const father = { username, email: `${username}@papadag.test`, firstName: 'Dief', lastName: 'de Tester' }
          const body = { ...father, password, code: ofAlphabet(circleLetters, 8) }
          return post('/api/register', at, { ...visitor, body })
        },
      }
    },
  },
]

/** The codes of a few circles, which let everybody in. */
async function circleCodes({ url, makeCircle }: House): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < 3; at += 1) {
    const keeper = await aFather(url)
    const id = await makeCircle(keeper.id)
    codes.push((await keeper.call(makeCircleCode, { params: { id }, body: { letsIn: true } })).code)
  }
  return codes
}
