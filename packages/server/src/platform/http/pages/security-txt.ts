import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

const validMs = 180 * 24 * 3600_000

/** Serves RFC 9116's `security.txt`, which says where to report a vulnerability; only if a contact is configured. */
export function serveSecurityTxt(app: FastifyInstance, { contactEmail, publicUrl }: Config): void {
  if (!contactEmail) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    const lines = [
      `Contact: mailto:${contactEmail}`,
      // RFC 9116 requires an expiry date; the file is rendered for each request.
      `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
      'Preferred-Languages: nl, en',
      ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
