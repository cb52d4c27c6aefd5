/** `npm run demo:reset`: restores the demo to its first day. */
import { ConfigProblem, readConfig } from '../../platform/config.ts'
import { MigrationProblem } from '../../platform/db/migrate.ts'
import { resetDemo } from './reset-demo.ts'

try {
  process.stdout.write(`${await resetDemo(readConfig(process.env))}\n`)
} catch (error) {
  const isExpected = error instanceof ConfigProblem || error instanceof MigrationProblem
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}
