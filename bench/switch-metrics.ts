/**
 * Loaded into a measured process beside `report-usage.ts`: stops and resumes all counting for Prometheus on request, so
 * that one process can be compared with itself. While counting, it repeats each count many times: a single one costs
 * less than two equal rounds differ.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module'
import perfHooks from 'node:perf_hooks'
import { answers } from './report-usage.ts'

// The copy that the server uses.
const client = createRequire(new URL('../packages/server/package.json', import.meta.url))('@prometheus-io/client')

const times = 10

let isCounting = true
const loops: ReturnType<typeof perfHooks.monitorEventLoopDelay>[] = []

const { monitorEventLoopDelay } = perfHooks
perfHooks.monitorEventLoopDelay = options => {
  const all = Array.from({ length: times }, () => monitorEventLoopDelay(options))
  loops.push(...all)
  return all[0] as (typeof all)[0] // there are `times`
}
syncBuiltinESMExports()

/** Each counter and histogram takes its method from here when it is made. */
function makeOptional(prototype: object, method: string) {
  const original = Reflect.get(prototype, method)
  Reflect.set(prototype, method, function (this: unknown, labels: unknown, value: unknown) {
    if (isCounting) for (let time = 0; time < times; time += 1) original.call(this, labels, value)
  })
}
makeOptional(client.Counter.prototype, 'incWithoutExemplar')
makeOptional(client.Histogram.prototype, 'observeWithoutExemplar')

function count(is: boolean) {
  isCounting = is
  for (const loop of loops) is ? loop.enable() : loop.disable()
  return is
}
answers.counting = () => count(true)
answers.silent = () => count(false)
