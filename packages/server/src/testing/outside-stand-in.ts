import { createSocket } from 'node:dgram'
import { createServer, type RequestListener } from 'node:http'
import { Agent, type RequestOptions } from 'node:https'
import { type AddressInfo, connect, isIP } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Outside } from '../platform/outside.ts'

/**
 * Stands in for other people's servers: names resolve to the addresses given here, and `answer` handles connections to
 * any address, in plain text where the internet would use TLS.
 */
export async function outsideStandIn(addresses: Record<string, string[]>, answer: RequestListener) {
  const connected: string[] = []
  const port = Number(new URL(await localServer(answer)).port)

  class PlainAgent extends Agent {
    override createConnection({ host, port: wanted, lookup }: RequestOptions) {
      // Like a real connection, which looks names up but not addresses.
      lookup?.(host ?? '', {}, (_error, address) => connected.push(`${address}:${wanted}`))
      return connect(port, '127.0.0.1')
    }
  }
  const outside: Outside = {
    agent: new PlainAgent(),
    async resolve(hostname) {
      const found = addresses[hostname]
      if (!found) throw new Error(`${hostname} is not known`)
      return found.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
  return { outside, connected }
}

/** A server on this machine, closed when the test ends; returns its address. */
export async function localServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Listening on a port: the address is not a pipe's name.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A name server that knows one address of one name, and says nothing about others. */
export async function nameServer(name: string, address: string): Promise<string> {
  const version = isIP(address)
  const parts =
    version === 4
      ? address.split('.').map(Number)
      : address.split(':').flatMap(part => [...Buffer.from(part.padStart(4, '0'), 'hex')])
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  const known = Buffer.concat([
    ...name.split('.').map(part => Buffer.from([part.length, ...Buffer.from(part)])),
    Buffer.of(0),
  ])
  socket.on('message', (query, { port }) => {
    const end = 12 + known.length + 4
    const [question, kind] = [query.subarray(12, end), query.readUInt16BE(end - 4)]
    if (!question.subarray(0, known.length).equals(known)) return
    const own = version === 4 ? 1 : 28
    const answers = kind === own ? [Buffer.of(0xc0, 12, 0, own, 0, 1, 0, 0, 0, 60, 0, parts.length, ...parts)] : []
    const head = Buffer.of(...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0)
    socket.send(Buffer.concat([head, question, ...answers]), port, '127.0.0.1')
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${socket.address().port}`
}
