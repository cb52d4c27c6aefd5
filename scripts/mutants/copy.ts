import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/install.mjs'
import { linkModules } from '../../tools/link-modules.ts'

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
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
