// `npm run check:durability [-- seconds [pairs]]`: pairs of fathers chat while the server, its database, its connections
// and its Redis fail one after the other. Tells what was acknowledged and what became of it; anything lost, doubled or
// out of order makes it fail.
import { type CleanUp, clear, endureAll } from './chat-scenarios.ts'

const [seconds = 30, pairs = 20] = process.argv.slice(2).map(Number)
const columns = {
  acknowledged: 'acknowledged',
  lost: 'lost',
  doubled: 'doubled',
  outOfOrder: 'out of order',
  disasters: 'disasters',
  latestMs: 'latest (ms)',
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)
const row = (name: string, values: readonly (string | number)[]) =>
  say([name.padEnd(32), ...values.map(value => String(value).padStart(13))].join(''))

const cleanUp: CleanUp = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void clear(cleanUp).then(() => process.exit(1)))
}

say(`${pairs} pairs for ${seconds} s each:\n`)
row('', Object.values(columns))
let isGood = true
for await (const report of endureAll({ pairs, seconds, every: 3 }, cleanUp)) {
  // The keys of the columns are the report's.
  row(
    report.name,
    (Object.keys(columns) as (keyof typeof columns)[]).map(key => report[key]),
  )
  isGood &&= report.acknowledged > 0 && report.lost + report.doubled + report.outOfOrder === 0
}
say(isGood ? '\nNothing is lost, doubled or out of order.' : '\nThis must not happen.')
process.exitCode = isGood ? 0 : 1
