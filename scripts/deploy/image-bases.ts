import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './checking.ts'

/** Makes the images to run and to build on from Debian's packages and this machine's Node, without a registry. */
export function makeBases(cache: string, buildah: (...args: string[]) => string): void {
  const base = join(cache, 'base.tar')
  const without = ['man', 'doc', 'locale'].map(name => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  const tidy = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*'
  if (!existsSync(base)) {
    run('mmdebstrap', [
      '--quiet',
      '--variant=minbase',
      '--include=ca-certificates,libatomic1',
      ...without,
      tidy,
      'bookworm',
      base,
    ])
  }
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, base, '/')
  buildah('commit', '--quiet', container, 'localhost/papadag-base')
  // The build image adds this machine's Node and npm.
  const mounted = buildah('mount', container)
  const npm = realpathSync(
    join(dirname(realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim())), '..'),
  )
  cpSync(process.execPath, join(mounted, 'usr/local/bin/node'))
  cpSync(npm, join(mounted, 'usr/local/lib/node_modules/npm'), { recursive: true })
  run('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(mounted, 'usr/local/bin/npm')])
  const settings = join(process.env.HOME ?? '', '.npmrc')
  if (existsSync(settings)) cpSync(settings, join(mounted, 'root/.npmrc'))
  // npm needs the certificate of a proxy in front of the registry.
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities) {
    cpSync(authorities, join(mounted, 'usr/local/share/authorities.crt'), { dereference: true })
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.crt', container)
  }
  buildah('umount', container)
  buildah('commit', '--quiet', container, 'localhost/papadag-build-base')
  buildah('rm', container)
}
