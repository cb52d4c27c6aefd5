/**
 * Loaded into a measured process beside `report-usage.ts`: stops and resumes all counting for Prometheus on request, so
 * that one process can be compared with itself.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module'
import perfHooks from 'node:perf_hooks'
import { answers } from './report-usage.ts'

// The server's own copy.
const client = createRequire(new URL('../packages/server/package.json', import.meta.url))('prom-client')

let isCounting = true
const loops: ReturnType<typeof perfHooks.monitorEventLoopDelay>[] = []

const { monitorEventLoopDelay } = perfHooks
perfHooks.monitorEventLoopDelay = options => {
  const loop = monitorEventLoopDelay(options)
  loops.push(loop)
  return loop
}
syncBuiltinESMExports()

/** Each counter and histogram takes its method from here when it is made. */
function makeOptional(prototype: object, method: string) {
  const original = Reflect.get(prototype, method)
  Reflect.set(prototype, method, function (this: unknown, labels: unknown, value: unknown) {
    return isCounting ? original.call(this, labels, value) : undefined
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
