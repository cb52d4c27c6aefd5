/** Starts the product: reads the configuration, opens the data, serves, and ends in good order. */
import { ConfigProblem, readConfig } from '../platform/config.ts'
import { MigrationProblem } from '../platform/migrate.ts'
import { start } from './start.ts'

/** A start that cannot succeed, as the one sentence the operator needs; anything else is a bug and keeps its stack. */
function fail(error: unknown): void {
  const isExpected = error instanceof ConfigProblem || error instanceof MigrationProblem
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

try {
  const { stop } = await start(readConfig(process.env))
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C, or npm passing the first one on as well, changes nothing.
      if (isStopping) return
      isStopping = true
      stop().then(() => process.exit(0), fail)
    })
  }
} catch (error) {
  fail(error)
}
