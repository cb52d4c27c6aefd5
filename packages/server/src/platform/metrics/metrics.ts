import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { version } from '../version.ts'
import type { Meters } from './meters.ts'
import { createMeters } from './metric-counters.ts'
import { loopEveryMs, registerGauges, type Sources } from './metric-gauges.ts'

/** The address of the metrics. */
export interface MetricsOptions {
  host: string
  port: number
}

export interface Metrics {
  meters: Meters
  /** Starts to serve the metrics. */
  listen(sources: Sources): Promise<void>
  port(): number
  close(): Promise<void>
}

/** Metrics for Prometheus, on a separate listener that by default only this machine can reach. */
export async function openMetrics({ host, port }: MetricsOptions): Promise<Metrics> {
  // Loaded only if metrics are enabled.
  const { default: client } = await import('@prometheus-io/client')
  const registry = new client.Registry()
  new client.Gauge({
    name: 'papadag_build_info',
    help: 'This version of Papadag and of Node.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1)

  const loop = monitorEventLoopDelay({ resolution: loopEveryMs })
  loop.enable()
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })

  return {
    meters: createMeters(client, registry),

    async listen(sources) {
      registerGauges(client, registry, loop, sources)
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve)
      })
    },

    port() {
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },

    async close() {
      loop.disable()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
