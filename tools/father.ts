import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { logIn, register } from '@papadag/contract/auth'
import {
  createPlaydate,
  deletePlaydate,
  type NewPlaydate,
  ownPlaydates,
  type Playdate,
} from '@papadag/contract/playdates/playdates'
import type { User } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { Client } from '../packages/server/src/testing/client.ts'
import type { Product } from './product.ts'

/** A father with an account; `client` makes calls with the session that his browser gets. */
export type Father = { user: User; password: string; client: Client }

/** Registers a father by a call, which is faster than the form. */
export async function newFather(url: string, firstName = 'Jan'): Promise<Father> {
  const client = new Client(url)
  const password = 'zandkasteel'
  const username = unique(firstName.toLowerCase())
  const email = `${username}@papadag.test`
  const user = await client.call(register, {
    body: { username, email, password, firstName, lastName: 'de Tester' },
  })
  const father = { user, password, client }
  made.push(father)
  return father
}

let made: Father[] = []

/** Cancels the playdates of a test's fathers, so that the next test starts with short lists. */
export async function cancelTheirPlaydates(): Promise<void> {
  const fathers = made
  made = []
  for (const { client } of fathers) {
    // A test may have ended his session, his account or the server.
    const own = await client.call(ownPlaydates).catch(() => [])
    const coming = own.filter(
      ({ myStatus, state, endTime }) =>
        myStatus === 'creator' && state === 'planned' && Date.parse(endTime) > Date.now(),
    )
    for (const { id } of coming) await client.call(deletePlaydate, { params: { id }, body: {} }).catch(() => {})
  }
}

/** The login of the first demo father, which every start prints. */
export async function demoFather({ dataDir }: Product): Promise<{ username: string; password: string }> {
  return { username: 'daan', password: (await readFile(join(dataDir, 'demo-password'), 'utf8')).trim() }
}

/** A father of the demo, whose account is older than that of a new one. */
export async function establishedFather(product: Product, username: string): Promise<Father> {
  const { password } = await demoFather(product)
  const client = new Client(product.url)
  return { user: await client.call(logIn, { body: { username, password } }), password, client }
}

/** Gives a browser the session of a father. */
export async function signIn(page: Page, { client }: Father): Promise<void> {
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: client.origin }))
  await page.context().addCookies(cookies)
}

const hourMs = 3_600_000

/** Creates a father's playdate tomorrow around this time for an hour, unless `differences` say otherwise. */
export function newPlaydate({ client }: Father, differences: Partial<NewPlaydate> = {}): Promise<Playdate> {
  const start = Date.now() + 24 * hourMs
  return client.call(createPlaydate, {
    body: {
      title: unique('Vliegeren'),
      description: 'Vlieger en droge sokken mee.',
      location: 'Strand Parnassia, Bloemendaal',
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + hourMs).toISOString(),
      maxParticipants: 5,
      ...differences,
    },
  })
}

/** A unique name. */
export function unique(name: string): string {
  return `${name}-${randomBytes(4).toString('hex')}`
}
