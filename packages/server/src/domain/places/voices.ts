import { createHmac } from 'node:crypto'
import type { Visitor } from '../../platform/http/address.ts'

/** The network in which somebody is one voice: the /24 of an IPv4 address, the /48 of an IPv6 one. */
function networkOf({ network }: Pick<Visitor, 'network'>): string {
  return network.includes('.') ? network.split('.').slice(0, 3).join('.') : network
}

/**
 * His network as it is stored: a keyed hash that differs for everything he speaks about, so that nobody can follow a
 * network from one place to another.
 */
export function voiceOf(secret: string, about: string, visitor: Pick<Visitor, 'network'>): string {
  return createHmac('sha256', secret)
    .update(`voice:${about}:${networkOf(visitor)}`)
    .digest('base64url')
    .slice(0, 16)
}
