import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/** An address in its one canonical form, and both its neighbourhoods. */
export interface Address {
  ip: string
  /** An IPv4 address itself, or the /64 of an IPv6 one, which is what a household has. */
  address: string
  /** The /48 of an IPv6 address, all of which may belong to one owner; for IPv4 the address itself. */
  network: string
}

/** The visitor behind a request, for limits and turns. */
export interface Visitor extends Pick<Address, 'address' | 'network'> {
  /** He is on the operator's own machine, and skips limits per address (safety S31). */
  isLocal: boolean
}

/** Reads an address as sockets and proxies write it: with a port, brackets, quotes, a zone, or IPv4 within IPv6. */
export function readAddress(written: string): Address | undefined {
  const text = written.trim().replaceAll('"', '')
  const [, inBrackets] = /^\[([^\]]*)\](?::\d*)?$/.exec(text) ?? []
  const [bare = ''] = (inBrackets ?? text).split('%')
  const [, withoutPort = bare] = /^([\d.]+):\d*$/.exec(bare) ?? []
  if (isIPv4(withoutPort)) return { ip: withoutPort, address: withoutPort, network: withoutPort }
  // The expression that recognises an IPv6 address takes longer than everything else here.
  const groups = bare.includes(':') && isIPv6(bare) ? groupsOf(bare) : undefined
  if (!groups) return undefined
  const v4 = embeddedIn(groups)
  if (v4) return { ip: v4, address: v4, network: v4 }
  const hex = groups.map(group => group.toString(16))
  return { ip: hex.join(':'), address: hex.slice(0, 4).join(':'), network: hex.slice(0, 3).join(':') }
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  // Its end may be written as an IPv4 address.
  const last = ip.lastIndexOf(':') + 1
  const [a = 0, b = 0, c, d = 0] = ip.slice(last).split('.').map(Number)
  const hexadecimal =
    c === undefined ? ip : `${ip.slice(0, last)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  // `::` stands for as many zeros as are missing.
  const [before = '', after] = hexadecimal.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after ? after.split(':') : []
  const zeros = after === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map(group => Number.parseInt(group, 16))
}

/** IPv4 addresses as an IPv6 socket shows them, and as a translating gateway does (RFC 6052). */
const prefixesOfIPv4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

function embeddedIn(groups: readonly number[]): string | undefined {
  const prefix = groups
    .slice(0, 6)
    .map(group => group.toString(16))
    .join(':')
  if (!prefixesOfIPv4.includes(prefix)) return undefined
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * The address behind a request: that of its connection, or the one that the last trusted proxy names. Where that is no
 * address, it is the proxy's own, so that nonsense makes nobody a new visitor.
 */
export function addressOf(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trust: (address: string, hop: number) => boolean,
): Address | undefined {
  // A visitor who has already disconnected has no address.
  let address = readAddress(socket.remoteAddress ?? '')
  const named = namedIn(headers)
  for (let hop = 0; address && hop < named.length && trust(address.ip, hop); hop += 1) {
    const before = readAddress(named[hop] ?? '')
    if (!before) break
    address = before
  }
  return address
}

/** What proxies have written, the nearest first; `Forwarded` (RFC 7239) where there is no `X-Forwarded-For`. */
function namedIn(headers: IncomingMessage['headers']): string[] {
  const simple = headers['x-forwarded-for']
  const entries =
    simple !== undefined
      ? String(simple).split(',')
      : (headers.forwarded ?? '').split(',').map(entry => /(?:^|;)\s*for\s*=([^;]*)/i.exec(entry)?.[1] ?? '')
  return entries.filter(entry => entry.trim() !== '').reverse()
}
