import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { Client } from '../../testing/client.ts'
import { mailServer } from '../../testing/mail.ts'
import { Authenticator } from '../../testing/passkeys/authenticator.ts'
import { add } from '../../testing/passkeys/passkeys.ts'
import { type Named, namingCalls } from '../../testing/rules/naming-calls.ts'
import { world } from '../../testing/world.ts'

const origin = 'http://localhost:3000'
const invented = () => new Authenticator(origin)

test.each(namingCalls)('$what answers the same for whoever has an account and whoever has none', async call => {
  const { prepare, guess } = call
  const { env } = await mailServer()
  const all = await world({ fathers: 3, env: { ...env, PUBLIC_URL: origin, RATE_LIMIT: 'on' } })
  const [known, bare, unconfirmed] = all.fathers
  const { device } = await add(known, invented())
  await known.call(makeRecoveryCodes)
  await all.db.run(sql`update users set email_confirmed = id <> ${unconfirmed.id}`)
  const names = [known.username, bare.username, unconfirmed.username, 'niemand', 'niemand2']
  const answers: unknown[] = []
  for (const username of names) {
    const browser = new Client(all.origin)
    const who: Named = {
      username,
      email: `${username}@papadag.test`,
      device: username === known.username ? device : invented(),
      browser,
    }
    await prepare?.(who)
    const seen: unknown[] = []
    // More often than an account is asked about in peace.
    for (let time = 0; time < 6; time += 1) {
      const response = await (await guess(who))()
      const headers = [...response.headers.keys()].filter(name => name !== 'date').sort()
      seen.push(response.status, await response.text(), headers, [...browser.cookies.keys()].sort())
    }
    answers.push(seen)
  }
  for (const [at, answer] of answers.entries()) expect(answer, names[at]).toEqual(answers.at(-1))
})
