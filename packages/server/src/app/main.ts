/** Starts the product and shuts it down in order. */
import { readConfig } from '../platform/config.ts'
import { failure } from './failure.ts'
import type { Running } from './run.ts'
import { start } from './start.ts'

function fail(error: unknown): void {
  process.stderr.write(`${failure(error)}\n`)
  process.exitCode = 1
}

// A signal during the start takes effect at its end: a half-started server is harder to close than a running one.
let starting: Promise<Running> | undefined
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C, or npm passing the first one on as well, changes nothing.
    if (isStopping) return
    isStopping = true
    // SIGTERM comes from a service manager, perhaps behind a proxy; Ctrl-C comes from a person who is waiting.
    starting?.then(({ stop }) => stop({ gently: signal === 'SIGTERM' })).then(() => process.exit(0), fail)
  })
}

try {
  starting = start(readConfig(process.env))
  await starting
} catch (error) {
  if (!isStopping) fail(error)
}
