import { expect, test, vi } from 'vitest'
import { newConnection } from '../connection.ts'
import { createWatchRequests } from './watch-requests.ts'

/** A screen whose requests to watch take until the test ends them. */
function screen() {
  const connection = newConnection({} as never, {} as never, undefined, 'nl')
  const begun: { paths: readonly string[]; agoMs: number | undefined; end: (isThere?: boolean) => void }[] = []
  const because = vi.fn()
  const forError = vi.fn()
  const watches = {
    knows: (paths: readonly string[]) => !paths.includes('/nowhere'),
    begin: (_connection: unknown, paths: readonly string[], agoMs: number | undefined) =>
      new Promise<boolean>((resolve, reject) => {
        begun.push({ paths, agoMs, end: (isThere = true) => (isThere ? resolve(true) : reject(new Error('away'))) })
      }),
  }
  const ask = createWatchRequests(watches, { because, forError })
  return {
    begun,
    because,
    forError,
    ask: (path: string, readAgoMs?: number) => ask(connection, { type: 'watch', paths: [path], readAgoMs }),
  }
}

test('a connection begins one watch at a time, and continues with the newest', async () => {
  const { ask, begun } = screen()
  const first = ask('/one')
  await ask('/two', 5000)
  await ask('/three', 10)
  expect(begun.map(({ paths }) => paths)).toEqual([['/one']])
  begun[0]?.end()
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  expect(begun[1]?.paths).toEqual(['/three'])
  // What has changed since the reads of the dropped request is reported too.
  expect(begun[1]?.agoMs).toBeGreaterThanOrEqual(5000)
  begun[1]?.end()
  await first
  expect(begun).toHaveLength(2)
})

test('a request that is refused replaces none, and is refused after those before it', async () => {
  const { ask, begun, because } = screen()
  const first = ask('/one')
  await ask('/two')
  await ask('/nowhere')
  expect(because).not.toHaveBeenCalled()
  begun[0]?.end()
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  expect(begun[1]?.paths).toEqual(['/two'])
  begun[1]?.end()
  await first
  expect(because).toHaveBeenCalledOnce()
  await ask('/nowhere')
  expect(because).toHaveBeenCalledTimes(2)
})

test('a request that begins at once keeps its age, up to an hour', async () => {
  const { ask, begun } = screen()
  const ages = []
  for (const ago of [undefined, 0, 500, 1e12]) {
    const asked = ask('/one', ago)
    ages.push(begun.at(-1)?.agoMs)
    begun.at(-1)?.end()
    await asked
  }
  expect(ages).toEqual([undefined, 0, 500, 3_600_000])
})

test('after a request that failed, the next one begins', async () => {
  const { ask, begun, forError } = screen()
  const first = ask('/one')
  begun[0]?.end(false)
  await first
  expect(forError).toHaveBeenCalledOnce()
  void ask('/two')
  expect(begun[1]?.paths).toEqual(['/two'])
})
