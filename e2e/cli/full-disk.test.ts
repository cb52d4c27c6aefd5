import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from '@papadag/contract/auth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../packages/server/src/testing/client.ts'
import { failToStart, startProduct } from '../../tools/product.ts'

/** Mounts a small disk, which only root can do. */
function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'papadag-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

test('starting on a full disk ends with one sentence', async () => {
  const disk = smallDisk(4)
  const dataDir = join(disk, 'data')
  mkdirSync(dataDir)
  for (const [name, megabytes] of [
    ['nearly', 3],
    ['full', 2],
  ] as const) {
    try {
      writeFileSync(join(disk, name), Buffer.alloc(megabytes * 1024 * 1024))
    } catch {
      // The disk is full now.
    }
    const { code, stderr } = await failToStart({ DATA_DIR: dataDir })
    const said = stderr.split('\n').filter(line => line && !line.startsWith('{'))
    expect({ code, said }).toEqual({
      code: 1,
      said: [`The disk with DATA_DIR ${dataDir} is full; make room on it, or choose another folder.`],
    })
  }
})

test('a server whose disk fills up refuses writes with a sentence, and accepts them again when there is room', async () => {
  const dataDir = smallDisk(256)
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off' })
  onTestFinished(() => product.kill())
  const filler = join(dataDir, 'filler')
  const client = new Client(product.url)
  const body = {
    username: 'vol',
    email: 'vol@papadag.test',
    password: 'zandkasteel',
    firstName: 'Vader',
    lastName: 'Vol',
  }
  try {
    writeFileSync(filler, Buffer.alloc(300 * 1024 * 1024))
  } catch {
    // The disk is full now.
  }
  await vi.waitFor(async () => expect((await fetch(`${product.url}/api/health`)).status).toBe(507))
  await expect(client.call(register, { body })).rejects.toMatchObject({ status: 507, code: 'server.full' })
  rmSync(filler)
  await vi.waitFor(async () => expect((await fetch(`${product.url}/api/health`)).status).toBe(200))
  await client.call(register, { body })
  await product.stop()
})
