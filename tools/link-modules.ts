import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** The scope of our own packages. */
const own = '@papadag'

/**
 * Lets another copy of the sources use the npm packages installed here, with its own workspace packages instead of
 * ours. Folders are real ones, since a link would be taken for a file.
 */
export function linkModules(folder: string): void {
  const packages = readdirSync(join(folder, 'packages'))
  for (const path of ['.', ...packages.map(name => join('packages', name))]) {
    const modules = join(root, path, 'node_modules')
    if (!existsSync(modules)) continue
    mkdirSync(join(folder, path, 'node_modules'))
    for (const name of readdirSync(modules)) {
      if (name !== own) symlinkSync(join(modules, name), join(folder, path, 'node_modules', name))
    }
  }
  mkdirSync(join(folder, 'node_modules', own))
  for (const name of packages) symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', own, name))
}
