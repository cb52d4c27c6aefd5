import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { openDataDir } from './data-dir.ts'
import { closeToOthers, keepPrivate } from './private-files.ts'

/** Lets the product's modules, which import functions by name, see a spy. */
function everywhere<Spy>(spy: Spy): Spy {
  syncBuiltinESMExports()
  return spy
}
const restore = () => void everywhere(vi.restoreAllMocks())
afterEach(restore)

const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: refused`), { code })
}
const modeOf = (path: string) => fs.statSync(path).mode & 0o777

/** A folder that is open to other accounts, with a file in it and one in its folder. */
function open() {
  const folder = emptyFolder()
  const [below, file, deep] = [join(folder, 'b'), join(folder, 'a'), join(folder, 'b', 'c')]
  fs.mkdirSync(below)
  for (const path of [file, deep]) fs.writeFileSync(path, 'x')
  for (const path of [folder, below]) fs.chmodSync(path, 0o755)
  for (const path of [file, deep]) fs.chmodSync(path, 0o644)
  return { all: [folder, below, file, deep], folder, file }
}
const closed = [0o700, 0o700, 0o600, 0o600]

test('a folder and everything in it are closed to other accounts', () => {
  const { all, folder } = open()
  keepPrivate(folder)
  expect(all.map(modeOf)).toEqual(closed)
})

test('a folder whose top level is already closed is not walked through again', () => {
  const { all, folder, file } = open()
  keepPrivate(folder)
  const unused = everywhere(vi.spyOn(fs, 'chmodSync'))
  keepPrivate(folder)
  expect(unused).not.toHaveBeenCalled()
  restore()
  fs.chmodSync(file, 0o604)
  keepPrivate(folder)
  expect(all.map(modeOf)).toEqual(closed)
})

test.each(['EPERM', 'ENOENT'])(
  'a file that belongs to another account, or was deleted meanwhile, is left alone (%s)',
  code => {
    const { all, folder } = open()
    everywhere(vi.spyOn(fs, 'chmodSync').mockImplementationOnce(failing(code)))
    closeToOthers(folder)
    expect(all.map(modeOf)).toEqual([0o700, 0o700, 0o644, 0o600])
  },
)

test('a file that cannot be closed for any other reason is an error', () => {
  const { folder } = open()
  everywhere(vi.spyOn(fs, 'chmodSync').mockImplementationOnce(failing('EIO')))
  expect(() => closeToOthers(folder)).toThrow('EIO: refused')
})

test('when two processes make the secret at once, both read the first one’s', () => {
  const { folder, all } = open()
  for (const path of all.slice(1)) fs.rmSync(path, { recursive: true, force: true })
  const dataDir = openDataDir(folder)
  everywhere(
    vi.spyOn(fs, 'linkSync').mockImplementationOnce((_, to) => {
      fs.writeFileSync(to, 'of the other\n')
      failing('EEXIST')()
    }),
  )
  expect(dataDir.sessionSecret()).toBe('of the other')
  fs.rmSync(join(folder, 'session-secret'))
  everywhere(vi.spyOn(fs, 'linkSync').mockImplementationOnce(failing('EPERM')))
  expect(() => dataDir.sessionSecret()).toThrow('EPERM: refused')
  expect(fs.readdirSync(folder).filter(name => name.startsWith('session-secret'))).toEqual([])
  const secret = dataDir.sessionSecret()
  expect([secret.length, dataDir.sessionSecret()]).toEqual([43, secret])
})
