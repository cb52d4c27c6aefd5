import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

type Way = 'through' | 'into the void' | 'nowhere'

/** A proxy that makes live connections fail as networks do; calls pass unchanged. */
export type FlakyProxy = {
  url: string
  /** Live connections pass, or swallow everything while they seem to be open, or are refused. */
  lead(way: Way): void
  close(): Promise<void>
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(target)
  const live = new Set<Socket>()
  let way: Way = 'through'

  const server = createServer((incoming, response) => {
    const { url: path, method, headers } = incoming
    const onward = request({ hostname, port, path, method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('upgrade', ({ url: path, headers }, near: Socket) => {
    if (way === 'nowhere') {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname, () => {
      far.write(`GET ${path} HTTP/1.1\r\n`)
      for (const [name, value] of Object.entries(headers)) far.write(`${name}: ${value}\r\n`)
      far.write('\r\n')
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      live.add(one)
      one.on('data', data => way === 'through' && other.write(data))
      one.on('error', () => {})
      one.on('close', () => {
        live.delete(one)
        if (way !== 'into the void') other.destroy()
      })
    }
  })

  const own = await freePort()
  await new Promise<void>(resolve => server.listen(own, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of live) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${own}`,
    lead(next) {
      way = next
      if (next === 'nowhere') cut()
    },
    close() {
      way = 'nowhere'
      cut()
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
