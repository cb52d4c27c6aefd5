import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { linkModules } from '../../tools/link-modules.ts'
import { npmStart } from '../../tools/npm-start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a release is a commit, a tag and an archive that npm start runs from without a build', {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-release-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const clone = join(folder, 'clone')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' })
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, clone])
  linkModules(clone)
  git('config', 'user.name', 'A test')
  git('config', 'user.email', 'test@papadag.test')
  git('config', 'core.hooksPath', '/dev/null')
  const changelog = join(clone, 'CHANGELOG.md')
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased\n', '## Unreleased\n\n- A slide.\n'))
  git('commit', '--all', '--message', 'Add a slide')
  const said = execFileSync(process.execPath, ['scripts/release.ts', '7.8.9'], { cwd: clone, encoding: 'utf8' })
  expect(said).toContain('Tagged v7.8.9')
  expect(git('tag', '--list').trim()).toBe('v7.8.9')
  expect(git('log', '-1', '--format=%s').trim()).toBe('Release 7.8.9')
  expect(git('status', '--porcelain')).toBe('')
  expect(JSON.parse(readFileSync(join(clone, 'packages/server/package.json'), 'utf8'))).toMatchObject({
    version: '7.8.9',
    dependencies: { '@papadag/contract': '7.8.9' },
  })

  expect(git('ls-files', 'packages/server/src/testing/backups')).toContain('/7.8.9.backup')

  execFileSync('tar', ['-xzf', join(clone, 'release/papadag-7.8.9.tar.gz'), '-C', folder])
  const unpacked = join(folder, 'papadag-7.8.9')
  linkModules(unpacked)
  const started = await npmStart(join(folder, 'data'), unpacked)
  expect(started.said()).not.toMatch(/Installing|Building/)
  const page = await (await fetch(started.url)).text()
  const [, script = ''] = /<script[^>]+src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await fetch(started.url + script)).headers.get('content-type')).toMatch(/javascript/)
  expect((await fetch(`${started.url}/api/health`)).status).toBe(200)
  expect(await started.stop('SIGTERM')).toBe(0)
})
