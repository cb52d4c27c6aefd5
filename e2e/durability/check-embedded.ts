// `npm run check -- embedded [seconds]`: chats on the embedded database for this long, kills it with -9, and measures
// how long a start takes; then writes and forgets 10,000 messages ten times, and looks for forgotten text in every
// file.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendMessage, startChat } from '@papadag/contract/chat'
import { forget } from '../../packages/server/src/features/chat/commands.ts'
import { sql } from '../../packages/server/src/platform/db/db.ts'
import { openEmbedded } from '../../packages/server/src/platform/db/embedded/embedded.ts'
import { createUpkeep } from '../../packages/server/src/platform/db/embedded/embedded-upkeep.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { newFather } from './fathers.ts'

const [seconds = 60] = process.argv.slice(2).map(Number)
const pairs = 10
const rounds = 10
const messagesPerRound = 10_000
const recoveryMs = 5000
const stallMs = 100
const mark = 'vergeten-tekst'

const print = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
let isGood = true
function judge(line: string, holds: boolean) {
  print(`${holds ? '  ' : '! '}${line}`)
  isGood &&= holds
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}
const bytesOf = (folder: string) => filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0)

async function recovery() {
  const { dataDir, remove } = temporaryDataDir()
  const env = { DATA_DIR: dataDir, DEMO: 'off' }
  let product = await startProduct(env)
  try {
    let sent = 0
    const end = Date.now() + seconds * 1000
    async function chat() {
      const [father, friend] = [await newFather(product.url), await newFather(product.url)]
      const { id } = await father.call(startChat, { body: { participants: [friend.id] } })
      const send = (from: typeof father) =>
        from.call(sendMessage, {
          params: { id },
          body: { content: `bericht ${sent} ${'tot zaterdag '.repeat(10)}` },
        })
      // A stranger must wait for an answer before he may send more.
      await send(father)
      await send(friend)
      for (; Date.now() < end; sent += 1) await send(father)
    }
    await Promise.all(Array.from({ length: pairs }, chat))
    const log = bytesOf(join(dataDir, 'database/pg_wal'))
    await product.kill()
    const killedAt = performance.now()
    product = await startProduct(env)
    const ms = performance.now() - killedAt
    print(`${sent} messages in ${seconds} s, then kill -9; ${megabytes(log)} of log:`)
    judge(`answers again after ${Math.round(ms)} ms, the start of the process included`, ms <= recoveryMs)
    await product.stop()
  } finally {
    await product.kill()
    remove()
  }
}

async function forgetting() {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-embedded-'))
  const db = await openEmbedded({ folder: join(folder, 'database'), decode: true, onCrash: () => {} })
  try {
    await migrate(db)
    let now = Date.now()
    const upkeep = createUpkeep(db, { idleMs: () => 0, now: () => now, isNight: () => false })
    const sizes: number[] = []
    let longest = 0
    async function maintain() {
      let isOver = false
      async function ask() {
        while (!isOver) {
          const began = performance.now()
          await db.ping()
          longest = Math.max(longest, performance.now() - began)
        }
      }
      const asking = ask()
      for (let round = 0; round < 50; round += 1) await upkeep.round()
      isOver = true
      await asking
    }
    for (let round = 0; round < rounds; round += 1) {
      await db.run(sql`
        insert into messages (chat_id, seq, sender_id, client_id, content, sent_at)
        select n % 100, ${round * messagesPerRound}::int + n, n % 50, gen_random_uuid(),
               ${mark}::text || n || repeat(' tot zaterdag', 8), now() - interval '8 days'
          from generate_series(1, ${messagesPerRound}::int) n`)
      await maintain()
      await forget(db, 7)
      await maintain()
      sizes.push(bytesOf(folder) - bytesOf(join(folder, 'database/pg_wal')))
    }
    print(`${messagesPerRound} messages written and forgotten ${rounds} times: ${sizes.map(megabytes).join(', ')}`)
    judge('as large after the last round as after the third', (sizes.at(-1) ?? 0) <= (sizes[2] ?? 0) * 1.01)
    now += 24 * 3_600_000
    await maintain()
    const holding = filesOf(folder).filter(file => readFileSync(file).includes(mark))
    judge(`${holding.length} files hold forgotten text a day later`, holding.length === 0)
    judge(`a request waited for upkeep for ${Math.round(longest)} ms at most`, longest <= stallMs)
  } finally {
    await db.close()
    rmSync(folder, { recursive: true })
  }
}

await recovery()
await forgetting()
process.exitCode = isGood ? 0 : 1
