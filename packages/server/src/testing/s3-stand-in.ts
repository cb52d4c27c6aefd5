import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import aws4 from 'aws4'
import { onTestFinished } from 'vitest'

const s3Keys = { accessKeyId: 'papadag', secretAccessKey: 'a secret/with+signs=' }

/** An object store for one test. */
export async function s3StandIn(options: { pageSize?: number; region?: string } = {}) {
  const store = await startS3StandIn(options)
  onTestFinished(store.close)
  return store
}

/** Starts an object store with one bucket in memory, which refuses requests without a valid signature. */
export async function startS3StandIn({ pageSize = 1000, region = 'eu-test-1' } = {}) {
  const bucket = 'pictures'
  const objects = new Map<string, { body: Buffer; changedAt: Date }>()
  let isDown = false

  /** Checks a signature with an implementation other than the product's. */
  function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
    const authorization = headers.authorization ?? ''
    const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
    const hash = createHash('sha256').update(body).digest('hex')
    if (headers['x-amz-content-sha256'] !== hash || !signed.includes('x-amz-content-sha256')) return false
    const signer = new aws4.RequestSigner(
      {
        method,
        path: url,
        host: headers.host ?? '',
        service: 's3',
        doNotModifyHeaders: true,
        region,
        headers: Object.fromEntries(signed.map(name => [name, String(headers[name])])),
        body,
      },
      s3Keys,
    )
    // The signer would otherwise use the current time, which may be a second later.
    signer.datetime = String(headers['x-amz-date'])
    return signer.sign().headers?.Authorization === authorization
  }

  function escaped(text: string) {
    return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  }

  function listing(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].sort().filter(name => `token&${name}` > after)
    const page = names.slice(0, pageSize)
    const rows = page.map(
      name =>
        `<Contents><Key>${escaped(name)}</Key><LastModified>${objects.get(name)?.changedAt.toISOString()}</LastModified></Contents>`,
    )
    const rest =
      names.length > pageSize ? `<NextContinuationToken>${escaped(`token&${page.at(-1)}`)}</NextContinuationToken>` : ''
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Name>${bucket}</Name>${rest}${rows.join('')}</ListBucketResult>`
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const url = new URL(request.url ?? '', 'http://store.test')
    const [, at = '', name = ''] = /^\/([^/]*)\/(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (isDown) return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    if (!isSigned(request, body))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (at !== bucket) return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    if (name === '') return response.end(listing(url.searchParams))
    const found = objects.get(name)
    if (request.method === 'PUT') objects.set(name, { body, changedAt: new Date() })
    if (request.method === 'DELETE') objects.delete(name)
    if (request.method === 'DELETE') return response.writeHead(204).end()
    if (request.method === 'PUT') return response.end()
    return found ? response.end(found.body) : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port: the address is not a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    objects,
    options: { endpoint: `http://127.0.0.1:${port}`, bucket, region, ...s3Keys },
    setDown(value: boolean) {
      isDown = value
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
