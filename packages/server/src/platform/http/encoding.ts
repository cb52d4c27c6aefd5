import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

export const compress: Record<Encoding, (html: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  identity: async html => html,
}

/** The smallest encoding that a browser accepts. */
export function encodingOf({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '').toLowerCase()
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** Characters; a shorter reply takes at most 20 ms at 1.6 Mbit/s. */
const compressFrom = 4096

/** A reply of a call, compressed if it is long and the browser accepts that. */
export async function compressLong(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  if (text.length < compressFrom || encodingOf(request) === 'identity') return text
  reply.header('content-encoding', 'gzip')
  // Brotli takes longer than it saves.
  return compress.gzip(Buffer.from(text))
}
