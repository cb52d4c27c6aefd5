import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from '../problem.ts'

const form = /^(?:[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether a text is a host name or address, with or without a port. */
const isHost = (text: string) => text.length <= 260 && form.test(text) && URL.canParse(`http://${text}`)

/** Whether the Host of a request, if it has one, is a host: addresses are made of it, and read again. */
export const hasHost = ({ host }: IncomingHttpHeaders): boolean => host === undefined || isHost(host)

/** Refuses a request whose Host is none, or whose trusted proxy reports something that is no host or protocol. */
export function mustHaveHost({ headers, host, protocol }: FastifyRequest): void {
  const isReported = host === (headers.host ?? '') || isHost(host)
  if (!hasHost(headers) || !isReported || !/^https?$/i.test(protocol)) throw new Problem('request.invalid')
}

/** The public address of this server; a probe over HTTP/1.0 may name no host. */
export function originOf({ protocol, host }: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl ?? `${protocol}://${host || 'localhost'}`
}
