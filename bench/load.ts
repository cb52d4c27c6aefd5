import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request that is sent repeatedly. */
export interface Request {
  url: string
  path: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** JSON, unless the headers say otherwise. */
  body?: string | Buffer
}

/** The duration of each request in ms, in ascending order. */
export type Latencies = readonly number[]

/**
 * Sends this many requests over this many kept-alive connections, each handling one at a time. It uses bare sockets: on
 * two cores a client that costs as much as the server would measure itself.
 */
export async function load(
  request: (connection: number) => Request,
  { connections, requests }: { connections: number; requests: number },
): Promise<Latencies> {
  const latencies: number[] = []
  let left = requests
  await Promise.all(
    Array.from({ length: Math.min(connections, requests) }, async (_, connection) => {
      const target = request(connection)
      const bytes = bytesOf(target)
      const line = await openLine(target.url)
      while (left > 0) {
        left -= 1
        const began = performance.now()
        await line.ask(bytes)
        latencies.push(performance.now() - began)
      }
      line.close()
    }),
  )
  return latencies.sort((a, b) => a - b)
}

/** A kept-alive connection: one request after another, each of which must succeed. */
export async function openLine(url: string) {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  const answer = reader(socket)
  return {
    ask(bytes: Buffer) {
      socket.write(bytes)
      return answer()
    },
    close: () => socket.destroy(),
  }
}

/** The quantile: the value that this fraction does not exceed. */
export function percentile(sorted: Latencies, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function bytesOf({ url, path, method = 'GET', headers = {}, body }: Request): Buffer {
  const all = {
    host: new URL(url).host,
    'user-agent': 'bench',
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body ?? '')])
}

/** Waits for one complete answer, which must be a success. */
function reader(socket: Socket): () => Promise<void> {
  let head: Buffer = Buffer.alloc(0)
  let missing = -1
  let done = Promise.withResolvers<void>()
  const fail = (error: Error) => done.reject(error)
  socket.on('error', fail).on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      if (!text.startsWith('HTTP/1.1 2')) fail(new Error(head.toString()))
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4)
    } else missing -= chunk.length
    if (missing > 0) return
    head = Buffer.alloc(0)
    missing = -1
    done.resolve()
  })
  return async () => {
    await done.promise
    done = Promise.withResolvers()
    // Only the waiting request needs to see a failure.
    done.promise.catch(() => {})
  }
}
