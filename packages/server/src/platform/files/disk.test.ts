import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { isDiskFull, watchDisk } from './disk.ts'
import { closeToOthers, keepPrivate } from './private-files.ts'

test.each<[unknown, boolean]>([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('x'), { code: '53100' }), true],
  [Object.assign(new Error('x'), { code: 'EPERM' }), false],
  [new Error('ENOSPC'), false],
  [{ code: 'ENOSPC' }, false],
  [undefined, false],
])('an error like %j means a full disk: %s', (error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull)
})

test('the free space of a disk is looked up at most once a second', () => {
  const at = emptyFolder()
  let now = 0
  const isFull = watchDisk(at, () => now)
  expect(isFull()).toBe(false)
  rmSync(at, { recursive: true })
  now = 999
  expect(isFull()).toBe(false)
  now = 1000
  expect(isFull).toThrow('ENOENT')
})

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a folder that others can open is closed together with everything in it', () => {
  const at = emptyFolder()
  mkdirSync(join(at, 'a/b'), { recursive: true })
  const files = [join(at, 'one'), join(at, 'a/two'), join(at, 'a/b/three')]
  for (const file of files) writeFileSync(file, '')
  const folders = [at, join(at, 'a'), join(at, 'a/b')]
  const open = () => {
    for (const path of folders) chmodSync(path, 0o755)
    for (const path of files) chmodSync(path, 0o644)
  }
  open()
  closeToOthers(at)
  expect([folders.map(modeOf), files.map(modeOf)]).toEqual([
    [0o700, 0o700, 0o700],
    [0o600, 0o600, 0o600],
  ])
  open()
  chmodSync(at, 0o700)
  for (const path of [files[0] ?? '', folders[1] ?? '']) chmodSync(path, 0o700)
  // Its direct content is closed, so nothing is walked through.
  keepPrivate(at)
  expect(modeOf(files[1] ?? '')).toBe(0o644)
  chmodSync(files[0] ?? '', 0o644)
  keepPrivate(at)
  expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600])
  open()
  chmodSync(files[0] ?? '', 0o600)
  chmodSync(folders[1] ?? '', 0o700)
  keepPrivate(at)
  expect(folders.map(modeOf)).toEqual([0o700, 0o700, 0o700])
})
