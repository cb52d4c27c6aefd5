import { resolve } from 'node:path'
import { failure } from '../failure.ts'
import { print } from '../print.ts'

/** Runs an operator's command: a problem he can fix is one sentence, any other error keeps its stack. */
export async function command(work: () => Promise<string>): Promise<void> {
  try {
    print(await work())
  } catch (error) {
    process.stderr.write(`${failure(error)}\n`)
    process.exitCode = 1
  }
}

/** Resolves a path against the folder npm was called from, since npm changes to the root of the repository. */
export function pathGiven(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}
