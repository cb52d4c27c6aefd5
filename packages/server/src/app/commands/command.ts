import { resolve } from 'node:path'
import { ImportProblem } from '../../features/import/osm-object.ts'
import { MapProblem } from '../../features/map/map-problem.ts'
import { ConfigProblem } from '../../platform/config.ts'
import { MigrationProblem } from '../../platform/db/migrate.ts'

/** Runs an operator's command: a problem he can fix is one sentence, any other error keeps its stack. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const isExpected = [ConfigProblem, MigrationProblem, ImportProblem, MapProblem].some(kind => error instanceof kind)
    process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Resolves a path against the folder npm was called from, since npm changes to the root of the repository. */
export function pathGiven(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}
