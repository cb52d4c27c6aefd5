import { createServer, type RequestListener } from 'node:http'
import { Agent, type RequestOptions } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Outside } from '../platform/outside.ts'

/**
 * Other people's servers: names lead to the addresses given here, and whatever address is connected to, `answer`
 * answers, in plain text where the internet would speak TLS.
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
      // As a real connection would: it asks for the address of a name, never for that of an address.
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
