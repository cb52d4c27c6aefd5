import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Visitor } from './serve.ts'

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

/** Reads the address behind a request that Fastify does not handle, such as a socket's upgrade, by the same rule. */
export function addressesOf(config: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trust = trustIn(config)
  // A visitor who has already disconnected has no address.
  return request => (request.socket.remoteAddress === undefined ? '' : proxyAddress(request, trust))
}

/**
 * The visitor behind a request, for limits per address. Loopback without a proxy is the operator's own machine (safety
 * S31); with a trusted proxy, a request without its header has lost it.
 */
export function visitorsOf({ trustProxy }: Pick<Config, 'trustProxy'>, log: Pick<FastifyBaseLogger, 'warn'>) {
  let isTold = false
  return ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Visitor => {
    const isForwarded =
      headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers['x-real-ip'] !== undefined
    if (isForwarded && trustProxy === false && !isTold) {
      isTold = true
      log.warn('a request came through a proxy, but TRUST_PROXY is off: all its visitors count as one address')
    }
    const isLoopback = ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')
    const groups = groupsOf(ip)
    const address = groups ? groups.slice(0, 4).join(':') : plain(ip)
    const network = groups ? groups.slice(0, 3).join(':') : address
    return { address, network, isLocal: trustProxy === false && isLoopback && !isForwarded }
  }
}

const mapped = '::ffff:'
/** An IPv4 address without the prefix of the IPv6 socket that it came through. */
const plain = (ip: string) => (ip.startsWith(mapped) && ip.includes('.') ? ip.slice(mapped.length) : ip)

/** The eight groups of an IPv6 address in one canonical form; undefined for an IPv4 address. */
function groupsOf(ip: string): string[] | undefined {
  // The expression that recognises an IPv6 address takes longer than everything else here.
  if (!ip.includes(':') || plain(ip) !== ip || !isIPv6(ip)) return undefined
  // `::` stands for as many zeros as are missing.
  const [before = '', after] = ip.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after ? after.split(':') : []
  const zeros = after === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map(group => Number.parseInt(group, 16).toString(16))
}
