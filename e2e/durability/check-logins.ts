// `npm run check -- logins`: one address sends 300 wrong logins at once while a father logs in from another, five times
// over. Fails if his median exceeds 2 s, or if a wrong login gets an answer other than 401, 429 or 503.
import { setTimeout as after } from 'node:timers/promises'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { newFather } from './fathers.ts'

const rounds = 5
const wrongLogins = 300
const medianMs = 2000
const password = 'zandkasteel'

const print = (line: string) => process.stdout.write(`${line}\n`)
const { dataDir, remove } = temporaryDataDir()
const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', TRUST_PROXY: 'on', RATE_LIMIT: '1' })

async function logIn(from: string, username: string, given: string) {
  const begunMs = performance.now()
  const reply = await fetch(new URL('/api/login', product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...crossSite },
    body: JSON.stringify({ username, password: given }),
  })
  await reply.text()
  return { status: reply.status, ms: performance.now() - begunMs, waits: reply.headers.has('retry-after') }
}

const honest = await newFather(product.url)
const { username } = (await (await honest.fetch('GET', '/api/user')).json()) as { username: string }
const crossSite = {
  cookie: `XSRF-TOKEN=${honest.cookies.get('XSRF-TOKEN')}`,
  'x-xsrf-token': honest.cookies.get('XSRF-TOKEN') ?? '',
}
try {
  const tookMs: number[] = []
  const answers = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const flood = Array.from({ length: wrongLogins }, (_, at) => logIn(`198.51.100.${round}`, `niemand${at}`, 'fout'))
    await after(20)
    for (let login = 0; login < 3; login += 1) {
      const { status, ms } = await logIn('203.0.113.7', username, password)
      if (status !== 200) throw new Error(`the honest login got ${status}`)
      tookMs.push(ms)
    }
    for (const { status, waits } of await Promise.all(flood)) {
      const answer = `${status}${waits ? ' with Retry-After' : ''}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  tookMs.sort((one, other) => one - other)
  const median = tookMs[Math.floor(tookMs.length / 2)] ?? Number.NaN
  const asExpected = [...answers.keys()].every(answer => /^(401|(429|503) with Retry-After)$/.test(answer))
  print(
    `${tookMs.length} honest logins: median ${median.toFixed(0)} ms (at most ${medianMs}), longest ${tookMs.at(-1)?.toFixed(0)} ms`,
  )
  print(`wrong logins: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`)
  if (!asExpected || median > medianMs) process.exitCode = 1
} finally {
  await product.stop()
  remove()
}
