import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPictureEncoder } from './encoder.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An encoder whose pictures contain what its decoder says about itself, by default its process id. */
async function encoderOfPids(says = 'process.pid') {
  const workerPath = join(await newFolder(), 'worker.mjs')
  await writeFile(
    workerPath,
    `process.on('message', async () => process.send(Buffer.from(String(${says}))))
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

test('the decoder reads no file of the server, starts no program and opens no connection', async () => {
  const secret = join(await newFolder(), 'session-secret')
  await writeFile(secret, 'geheim')
  const attempts = [
    `import('node:fs').then(fs => fs.readFileSync(${JSON.stringify(secret)}, 'utf8'))`,
    `import('node:child_process').then(({ execFileSync }) => execFileSync('cat', [${JSON.stringify(secret)}]))`,
    `import('node:net').then(net => new Promise((_, no) => net.connect(1, '127.0.0.1').on('error', no)))`,
    'process.env.SESSION_SECRET',
  ]
  const tried = attempts.map(attempt => `await (async () => ${attempt})().catch(error => error.code)`)
  const encoder = await encoderOfPids(`[${tried.join()}].join()`)
  const said = await encoder.encode(Buffer.from('file'), { px: 512, fit: 'cover' })
  expect(String(said)).toBe('ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,')
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
