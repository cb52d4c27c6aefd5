import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { createPictureEncoder } from './encoder.ts'

/** An encoder whose pictures contain what its decoder says about itself, by default its process id. */
async function encoderOfPids(says = 'process.pid') {
  const workerPath = join(emptyFolder(), 'worker.mjs')
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
  const secret = join(emptyFolder(), 'session-secret')
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

test('a user who sends many pictures delays only himself, and another user’s picture comes next', async () => {
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

/** An encoder whose decoder never answers, with timers that the test moves. */
async function stuckEncoder() {
  const workerPath = join(emptyFolder(), 'worker.mjs')
  await writeFile(workerPath, `process.on('message', () => {}); process.on('disconnect', () => process.exit())`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const encoder = createPictureEncoder({ workerPath })
  onTestFinished(async () => {
    const closed = encoder.close()
    await vi.advanceTimersByTimeAsync(600_000)
    vi.useRealTimers()
    await closed
  })
  const outcomes: unknown[] = []
  const send = (who: string, bytes = 1) =>
    encoder
      // Only the length of a file that waits is used.
      .encode(bytes === 1 ? Buffer.from('x') : ({ length: bytes } as Buffer), { px: 512, fit: 'cover' }, who)
      .then(
        picture => void outcomes.push(picture ?? 'no picture'),
        ({ code, detail }) => void outcomes.push(`${code} ${detail.retryAfterS}`),
      )
  return { send, outcomes }
}
const megabyte = 1024 * 1024

test('decoding a picture may take ten seconds, and others wait a minute for their turn', async () => {
  const { send, outcomes } = await stuckEncoder()
  void send('first')
  await vi.advanceTimersByTimeAsync(9999)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual(['no picture'])
  for (let n = 0; n < 8; n += 1) void send(`user ${n}`)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(outcomes).toHaveLength(1 + 5)
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes.slice(6).sort()).toEqual(['no picture', 'server.unavailable 10', 'server.unavailable 10'])
})

test('one user can let pictures wait for half of the free room, and others for half of what is left', async () => {
  const { send, outcomes } = await stuckEncoder()
  void send('first')
  const room = 256 * megabyte - 1
  await send('second', Math.floor(room / 2) + 1)
  expect(outcomes).toEqual(['request.tooOften 10'])
  void send('second', Math.floor(room / 2))
  await send('second')
  expect(outcomes).toEqual(['request.tooOften 10', 'request.tooOften 10'])
  const left = room - Math.floor(room / 2)
  await send('third', Math.floor(left / 2) + 1)
  expect(outcomes).toHaveLength(3)
  void send('third', Math.floor(left / 2))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toHaveLength(3)
})

test('a decoder without work ends after a minute', async () => {
  const encoder = await encoderOfPids()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const decode = async () => Number(await encoder.encode(Buffer.from('file'), { px: 512, fit: 'cover' }))
  const first = await decode()
  vi.advanceTimersByTime(59_999)
  expect(await decode()).toBe(first)
  vi.advanceTimersByTime(60_000)
  expect(await decode()).not.toBe(first)
})
