import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../testing/files/empty-folder.ts'
import { keepAssets } from './kept-assets.ts'

async function folders() {
  const folder = emptyFolder()
  return { dataDir: join(folder, 'data'), web: join(folder, 'dist') }
}

async function build(web: string, version: string) {
  await rm(web, { recursive: true, force: true })
  await mkdir(join(web, 'assets'), { recursive: true })
  await mkdir(join(web, '.vite'))
  await writeFile(join(web, '.vite/manifest.json'), version)
  await writeFile(join(web, `assets/screen-${version}.js`), version)
}

const served = async (before: readonly string[]) =>
  (await Promise.all(before.map(folder => readdir(join(folder, 'assets'))))).flat()

test('the files of the last two versions stay, and older ones go', async () => {
  const { dataDir, web } = await folders()
  const seen: string[][] = []
  for (const version of ['1', '2', '2', '3', '4']) {
    await build(web, version)
    seen.push(await served(await keepAssets(dataDir, web)))
    await after(20)
  }
  expect(seen).toEqual([
    [],
    ['screen-1.js'],
    ['screen-1.js'],
    ['screen-2.js', 'screen-1.js'],
    ['screen-3.js', 'screen-2.js'],
  ])
  expect(await readdir(join(dataDir, 'assets'))).toHaveLength(3)
})

test('kept files are as closed to other accounts as everything else, whatever the installation’s rights', async () => {
  const { dataDir, web } = await folders()
  await build(web, '1')
  await keepAssets(dataDir, web)
  const kept = join(dataDir, 'assets')
  for (const name of ['.', ...(await readdir(kept, { recursive: true }))]) {
    expect([name, (await stat(join(kept, name))).mode & 0o077]).toEqual([name, 0])
  }
})

test('files that a killed process left half-copied are not served', async () => {
  const { dataDir, web } = await folders()
  await build(web, '1')
  await mkdir(join(dataDir, 'assets/.0123456789abcdef.99/assets'), { recursive: true })
  await utimes(join(dataDir, 'assets/.0123456789abcdef.99'), new Date(), new Date())
  expect(await keepAssets(dataDir, web)).toEqual([])
})

test('an installation without a build has nothing to keep', async () => {
  const { dataDir, web } = await folders()
  expect(await keepAssets(dataDir, web)).toEqual([])
})
