import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from '../problem.ts'

const form = /^(?:[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether a text is a host name or address, with or without a port. */
const isHost = (text: string) => text.length <= 260 && form.test(text) && URL.canParse(`http://${text}`)

/** Whether the Host header of a request, if present, is a host: it is built into addresses, which are parsed again. */
export const hasHost = ({ host }: IncomingHttpHeaders): boolean => host === undefined || isHost(host)

/** Refuses a request whose Host is not a host, or whose trusted proxy reports an invalid host or protocol. */
export function mustHaveHost({ headers, host, protocol }: FastifyRequest): void {
  const isReported = host === (headers.host ?? '') || isHost(host)
  if (!hasHost(headers) || !isReported || !/^https?$/i.test(protocol)) throw new Problem('request.invalid')
}

/** The public address of this server; a probe over HTTP/1.0 may name no host. */
export function originOf({ protocol, host }: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl ?? `${protocol}://${host || 'localhost'}`
}
