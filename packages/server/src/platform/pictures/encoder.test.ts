import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPictureEncoder } from './encoder.ts'

/** An encoder whose pictures are the process id of its decoder. */
async function encoderOfPids() {
  const folder = await mkdtemp(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const workerPath = join(folder, 'worker.mjs')
  await writeFile(
    workerPath,
    `process.on('message', () => process.send(Buffer.from(String(process.pid))))
     process.on('disconnect', () => process.exit())`,
  )
  const encoder = createPictureEncoder({ workerPath })
  onTestFinished(() => encoder.close())
  return encoder
}

test('a decoder that dies while idle costs nobody a picture', async () => {
  const encoder = await encoderOfPids()
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
  const encoder = await encoderOfPids()
  const done: string[] = []
  const send = (who: string) =>
    encoder.encode(Buffer.from('file'), { px: 512, fit: 'cover' }, who).then(() => void done.push(who))

  await Promise.all([...Array.from({ length: 12 }, () => send('busy')), send('other')])
  expect(done.indexOf('other')).toBe(1)
})

test('a picture is forgotten once it has been handed over', async () => {
  const encoder = await encoderOfPids()
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')

  const pictures: WeakRef<Buffer>[] = []
  for (let sent = 0; sent < 5; sent += 1) {
    const picture = await encoder.encode(Buffer.from('file'), { px: 512, fit: 'cover' })
    if (picture) pictures.push(new WeakRef(picture))
  }
  expect(pictures).toHaveLength(5)

  await vi.waitFor(() => {
    collectGarbage()
    // The loop above may still refer to the last one, and an error that named a picture would keep it.
    expect(pictures.slice(0, 4).filter(picture => picture.deref()).length).toBe(0)
  })
})
