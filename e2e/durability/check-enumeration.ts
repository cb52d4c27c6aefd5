// `npm run check -- enumeration [samples]`: every call in which a visitor names an account, with names that exist and
// names that do not, 400 of each in random order. Fails if an answer differs, or if the times tell one from the other.
import { addPasskey, newPasskeyOptions } from '@papadag/contract/passkeys'
import { makeRecoveryCodes } from '@papadag/contract/users/recovery-codes'
import { Client } from '../../packages/server/src/testing/client.ts'
import { Authenticator } from '../../packages/server/src/testing/passkeys/authenticator.ts'
import { type Named, namingCalls } from '../../packages/server/src/testing/rules/naming-calls.ts'
import { startSmtpStandIn } from '../../packages/server/src/testing/smtp-stand-in.ts'
import { unique } from '../../tools/father.ts'
import { freePort } from '../../tools/free-port.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { newFather } from './fathers.ts'

const [samples = 400] = process.argv.slice(2).map(Number)
/** A code takes five guesses, and a name ten logins. */
const guessesAtOne = 4
/**
 * How far the chance that a known name takes longer than an unknown one may be from a half: 400 samples of each leave it
 * within .1 by more than four standard deviations.
 */
const noise = 0.1

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

/** The chance that one of the first takes longer than one of the others (Mann and Whitney). */
function chanceOfLonger(some: readonly number[], others: readonly number[]): number {
  const all = [...some.map(ms => ({ ms, is: 1 })), ...others.map(ms => ({ ms, is: 0 }))].sort((a, b) => a.ms - b.ms)
  const ranks = all.reduce((sum, { is }, rank) => sum + is * (rank + 1), 0)
  return (ranks - (some.length * (some.length + 1)) / 2) / (some.length * others.length)
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

async function untilMailed(count: number) {
  while (smtp.mails.length < count) await new Promise(done => setTimeout(done, 50))
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
    const took = { known: [] as number[], unknown: [] as number[] }
    const answers = { known: new Map<string, number>(), unknown: new Map<string, number>() }
    const order = [
      ...known.map(who => ({ who, kind: 'known' as const })),
      ...unknown.map(who => ({ who, kind: 'unknown' as const })),
    ]
      .flatMap(one => Array<typeof one>(guessesAtOne).fill(one))
      .map(one => ({ ...one, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
    for (const { who, kind } of order) {
      const send = await guess(who)
      const begunMs = performance.now()
      const response = await send()
      const text = await response.text()
      took[kind].push(performance.now() - begunMs)
      const answer = `${response.status} ${text}`
      answers[kind].set(answer, (answers[kind].get(answer) ?? 0) + 1)
    }
    const chance = chanceOfLonger(took.known, took.unknown)
    const said = JSON.stringify([...answers.known].sort())
    const brief = [...answers.known].map(
      ([answer, count]) => `${count} × ${answer.replace(/ .*"code":"([^"]+)".*/, ' $1')}`,
    )
    const saidOfOthers = JSON.stringify([...answers.unknown].sort())
    const isSame = said === saidOfOthers
    const isNoise = Math.abs(chance - 0.5) <= noise
    print(
      `${isSame && isNoise ? ' ' : '!'} ${what.padEnd(50)} ${took.known.length} of each; median ${median(took.known).toFixed(2)} ms known, ${median(took.unknown).toFixed(2)} ms unknown; known longer in ${(100 * chance).toFixed(1)} %; ${isSame ? brief.join(', ') : `${said} instead of ${saidOfOthers}`}`,
    )
    if (!isSame || !isNoise) process.exitCode = 1
  }
  print(process.exitCode ? '\nAn account can be told from none.' : '\nNobody can tell an account from none.')
} finally {
  await product.stop()
  await smtp.close()
  remove()
}
