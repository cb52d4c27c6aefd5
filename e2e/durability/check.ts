// `npm run check -- durability [seconds [pairs [participants [members]]]]`: pairs of fathers chat, the participants of a
// playdate in its thread, and the members of a circle in its chat, while the server, its database, its connections and
// its Redis fail one after another. Reports what was acknowledged and what became of it; fails if anything is lost,
// duplicated or out of order, or too late without Redis.
import { type CleanUp, clear, endureAll } from './chat-scenarios.ts'

const [seconds = 30, pairs = 20, participants = 20, circle = 30] = process.argv.slice(2).map(Number)
const columns = {
  acknowledged: 'acknowledged',
  lost: 'lost',
  doubled: 'doubled',
  outOfOrder: 'out of order',
  disasters: 'disasters',
  latestMs: 'latest (ms)',
} as const

/** The latest allowed delivery while nodes have lost their Redis (safety S41), plus the time to write it. */
const lateMs = 2500

const print = (line: string) => process.stdout.write(`${line}\n`)
const row = (name: string, values: readonly (string | number)[]) =>
  print([name.padEnd(32), ...values.map(value => String(value).padStart(13))].join(''))

const cleanUp: CleanUp = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void clear(cleanUp).then(() => process.exit(1)))
}

print(`${pairs} pairs, a thread of ${participants} and a circle of ${circle} for ${seconds} s each:\n`)
row('', Object.values(columns))
let isGood = true
for await (const report of endureAll({ pairs, participants, circle, seconds, every: 3 }, cleanUp)) {
  // The columns have the keys of the report.
  row(
    report.name,
    (Object.keys(columns) as (keyof typeof columns)[]).map(key => report[key]),
  )
  isGood &&= report.acknowledged > 0 && report.lost + report.doubled + report.outOfOrder === 0
  isGood &&= !report.name.startsWith('Redis') || report.latestMs < lateMs
}
print(isGood ? '\nNothing is lost, doubled, out of order or late.' : '\nThis must not happen.')
process.exitCode = isGood ? 0 : 1
