import proxyAddress from '@fastify/proxy-addr'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Visitor } from './address.ts'
import { addressOf } from './address.ts'

/** A sentence for the log: which proxies are trusted to name a visitor's address. */
export function proxyTrustSentence({ trustProxy }: Pick<Config, 'trustProxy'>): string {
  if (trustProxy === false) return 'TRUST_PROXY is off: X-Forwarded-For is ignored'
  if (typeof trustProxy !== 'number') return `TRUST_PROXY: X-Forwarded-For is trusted from ${trustProxy.join(', ')}`
  const hops = trustProxy === 1 ? 'one proxy is' : `${trustProxy} proxies are`
  return `TRUST_PROXY: ${hops} trusted; the address is number ${trustProxy} from the right in X-Forwarded-For`
}

/** Whether a proxy is trusted to name the address before it: `hop` 0 is the connecting one. */
export function trustIn({ trustProxy }: Pick<Config, 'trustProxy'>): (address: string, hop: number) => boolean {
  if (trustProxy === false) return () => false
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : proxyAddress.compile(trustProxy)
}

/**
 * The visitor behind a request or an upgrade, for limits per address. Loopback without a proxy is the operator's own
 * machine (safety S31); with a trusted proxy, a request without its header has lost it.
 */
export function visitorsOf(config: Pick<Config, 'trustProxy'>, log: Pick<FastifyBaseLogger, 'warn'>) {
  const trust = trustIn(config)
  const isTrusting = config.trustProxy !== false
  let isTold = false
  return (request: Parameters<typeof addressOf>[0]): Visitor => {
    const { headers } = request
    const isForwarded =
      headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers['x-real-ip'] !== undefined
    if (isForwarded && !isTrusting && !isTold) {
      isTold = true
      log.warn('a request came through a proxy, but TRUST_PROXY is off: all its visitors count as one address')
    }
    const { ip, address, network } = addressOf(request, trust) ?? { ip: '', address: '', network: '' }
    const isLoopback = ip === loopback || ip.startsWith('127.')
    return { address, network, isLocal: !isTrusting && isLoopback && !isForwarded }
  }
}

const loopback = '0:0:0:0:0:0:0:1'
