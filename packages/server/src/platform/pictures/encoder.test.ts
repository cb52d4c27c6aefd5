import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPictureEncoder } from './encoder.ts'

/** A decoder that answers with its process id. */
const namedWorker = `
process.on('message', () => process.send(Buffer.from(String(process.pid))))
process.on('disconnect', () => process.exit())`

test('a decoder that dies while idle costs nobody a picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const workerPath = join(folder, 'worker.mjs')
  await writeFile(workerPath, namedWorker)
  const encoder = createPictureEncoder({ workerPath })
  onTestFinished(() => encoder.close())
  const decode = async () => Number(await encoder.encode(Buffer.from('file'), { px: 512, fit: 'cover' }))

  const first = await decode()
  process.kill(first, 'SIGKILL')
  // Its process id is free once its exit has been noticed here.
  await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow())

  const second = await decode()
  expect(second).toBeGreaterThan(0)
  expect(second).not.toBe(first)
})

test('a user who sends many pictures delays himself, and another user’s is next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const workerPath = join(folder, 'worker.mjs')
  await writeFile(workerPath, namedWorker)
  const encoder = createPictureEncoder({ workerPath })
  onTestFinished(() => encoder.close())
  const done: string[] = []
  const send = (who: string) =>
    encoder.encode(Buffer.from('file'), { px: 512, fit: 'cover' }, who).then(() => void done.push(who))

  await Promise.all([...Array.from({ length: 12 }, () => send('busy')), send('other')])
  expect(done.indexOf('other')).toBe(1)
})
