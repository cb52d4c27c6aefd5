import { createServer, type RequestListener } from 'node:http'
import { Agent, type RequestOptions } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Outside } from '../platform/outside.ts'

/**
 * Stands in for other people's servers: names resolve to the addresses given here, and `answer` handles connections to
 * any address, in plain text where the internet would use TLS.
 */
export async function outsideStandIn(addresses: Record<string, string[]>, answer: RequestListener) {
  const connected: string[] = []
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // Listening on a port: the address is not a pipe's name.
  const { port } = server.address() as AddressInfo

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
