import { resolve } from 'node:path'
import { ConfigProblem } from '../../platform/config.ts'
import { fileToWrite } from '../../platform/files/given-file.ts'
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

/** The file that an export writes. */
export function exportTarget([name, ...more]: readonly string[], otherwise: string): string {
  const refuse = (sentence: string) => new ConfigProblem(`${sentence}. Nothing was written.`)
  if (more.length > 0 || name?.startsWith('-')) throw refuse(`Say one file, such as ${otherwise}`)
  const path = pathGiven(name ?? otherwise)
  fileToWrite(path, refuse)
  return path
}
