import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/install.mjs'
import { linkModules } from '../../tools/link-modules.ts'

const builtWeb = 'packages/web/dist'

/** A copy of the working tree for mutants, so that nothing that goes wrong leaves an error in yours. */
export function copyTree(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
  linkModules(folder)
  // Tests of pages need the built web app, which git ignores.
  symlinkSync(join(root, builtWeb), join(folder, builtWeb), 'junction')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
