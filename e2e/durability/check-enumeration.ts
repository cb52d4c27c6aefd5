// `npm run check -- enumeration [samples]`: every call in which a visitor names an account, with names that exist and
// names that do not, 400 of each in random order; and what somebody outside asks while there is a circle of others and
// while there is none. Fails if an answer differs, or if the times tell one from the other.
import { addPasskey, newPasskeyOptions } from '@papadag/contract/passkeys'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { Client } from '../../packages/server/src/testing/client.ts'
import { Authenticator } from '../../packages/server/src/testing/passkeys/authenticator.ts'
import { type Named, namingCalls } from '../../packages/server/src/testing/rules/naming-calls.ts'
import { startSmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'
import { unique } from '../../tools/father.ts'
import { freePort } from '../../tools/free-port.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { besideCircles } from './beside-circles.ts'
import { newFather } from './fathers.ts'
import { compare, noSamples, take } from './telling-apart.ts'

const [samples = 400] = process.argv.slice(2).map(Number)
/** A code takes five guesses, and a name ten logins. */
const guessesAtOne = 4
const print = (line: string) => process.stdout.write(`${line}\n`)
const smtp = await startSmtpStandIn()
const { dataDir, remove } = temporaryDataDir()
const port = String(await freePort())
const origin = `http://localhost:${port}`
const product = await startProduct({
  DATA_DIR: dataDir,
  DEMO: 'off',
  PORT: port,
  PUBLIC_URL: origin,
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Papadag <hallo@papadag.test>',
})

async function someKnown(): Promise<Named> {
  const father = await newFather(product.url)
  const { username, email } = (await (await father.fetch('GET', '/api/user')).json()) as Named
  const device = new Authenticator(origin)
  await father.call(addPasskey, { body: device.make(await father.call(newPasskeyOptions)) })
  await father.call(makeRecoveryCodes)
  return { username, email, device, browser: new Client(product.url) }
}

function someUnknown(): Named {
  const username = unique('vader')
  const browser = new Client(product.url)
  return { username, email: `${username}@papadag.test`, device: new Authenticator(origin), browser }
}

async function untilMailed(count: number) {
  while (smtp.mails.length < count) await new Promise(done => setTimeout(done, 50))
}

function tell({ isAlike, line }: ReturnType<typeof compare>) {
  print(line)
  if (!isAlike) process.exitCode = 1
}

try {
  const people = Math.ceil(samples / guessesAtOne)
  const known: Named[] = []
  for (let at = 0; at < people; at += 1) known.push(await someKnown())
  const unknown = known.map(someUnknown)
  // Each was asked to confirm his address.
  await untilMailed(people)
  for (const { what, prepare, guess } of namingCalls) {
    if (prepare) {
      const before = smtp.mails.length
      for (const who of [...known, ...unknown]) await prepare(who)
      await untilMailed(before + people)
    }
    const seen = { known: noSamples(), unknown: noSamples() }
    const order = [
      ...known.map(who => ({ who, kind: 'known' as const })),
      ...unknown.map(who => ({ who, kind: 'unknown' as const })),
    ]
      .flatMap(one => Array<typeof one>(guessesAtOne).fill(one))
      .map(one => ({ ...one, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
    for (const { who, kind } of order) await take(seen[kind], await guess(who))
    tell(compare(what, [seen.known, seen.unknown], ['known', 'unknown']))
  }
  for (const [what, seen] of await besideCircles(product.url, samples)) tell(compare(what, seen, ['with', 'without']))
  print(
    process.exitCode
      ? '\nAn account or a circle can be told from none.'
      : '\nNobody can tell an account, or a circle of others, from none.',
  )
} finally {
  await product.stop()
  await smtp.close()
  remove()
}
