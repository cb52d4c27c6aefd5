import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { environment } from '../../tools/install.mjs'

const run = (folder: string, project: string) =>
  new Promise<boolean>(resolve => {
    const tsc = join(folder, 'node_modules/.bin/tsc')
    const options = { cwd: folder, env: environment, shell: process.platform === 'win32', maxBuffer: 64 << 20 }
    execFile(tsc, ['--noEmit', '-p', project], options, error => resolve(!error))
  })

function projectOf(file: string): string {
  const [, name] = /^packages\/(\w+)\//.exec(file) ?? []
  const isApart = file.startsWith('packages/web/src/service-worker/')
  return `packages/${name}/tsconfig${isApart ? '.service-worker' : ''}.json`
}

/**
 * Whether the compiler refuses a file of this tree as it is now. The tree must have passed before, since otherwise
 * everything would be refused.
 */
export function createTypeCheck(folder: string) {
  const passed = new Map<string, Promise<boolean>>()
  return {
    async prepare(file: string) {
      const project = projectOf(file)
      const before = passed.get(project) ?? run(folder, project)
      passed.set(project, before)
      if (!(await before)) throw new Error(`The types of ${project} are wrong before any mutant.`)
    },
    refuses: async (file: string) => !(await run(folder, projectOf(file))),
  }
}
