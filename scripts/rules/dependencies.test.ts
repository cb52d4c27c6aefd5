import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { files, type Manifest, manifest } from './sources.ts'

test('every dependency is pinned to one version', () => {
  const manifests = files.filter(path => basename(path) === 'package.json').map(path => ({ path, ...manifest(path) }))
  const loose = manifests.flatMap(({ path, dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`),
  )
  expect(loose).toEqual([])
})

test('the lock file was written for exactly these dependencies', () => {
  const locked: { packages: Record<string, Manifest> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const path of files.filter(file => basename(file) === 'package.json')) {
    const folder = dirname(path)
    expect(dependenciesOf(locked.packages[folder === '.' ? '' : folder] ?? {})).toEqual(dependenciesOf(manifest(path)))
  }
})

function dependenciesOf({ dependencies, devDependencies, optionalDependencies }: Manifest): Manifest {
  return { dependencies, devDependencies, optionalDependencies }
}
