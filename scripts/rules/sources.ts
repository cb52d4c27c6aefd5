import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What each package may import. */
export const packages: Record<string, string[]> = {
  web: ['ui', 'contract'],
  server: ['contract'],
  ui: ['contract'],
  contract: [],
}

const notOurs = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', '.git', '.cache'])

/** Every file of the project. */
export const files = filesIn('.')

type Group = 'dependencies' | 'devDependencies' | 'optionalDependencies'

export type Manifest = { [group in Group]?: Record<string, string> | undefined }

/** The dependencies that a package.json names. */
export function manifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (notOurs.has(entry.name)) return []
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })
}
