import { resolve } from 'node:path'
import { ImportProblem } from '../features/import/osm-object.ts'
import { ConfigProblem } from '../platform/config.ts'
import { MigrationProblem } from '../platform/db/migrate.ts'

/** Runs a command for the operator: what he can mend is one sentence, anything else a bug that keeps its stack. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const isExpected =
      error instanceof ConfigProblem || error instanceof MigrationProblem || error instanceof ImportProblem
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  }
}

/** A path as it was meant where npm was called: npm itself goes to the root of the repository. */
export function pathGiven(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}
