import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { Problem } from '../problem.ts'

/** An S3-compatible object store, as configured by the environment. */
export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** No request waits longer for the store than for the database. */
const answerMs = 2500

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The texts of an XML element, wherever it occurs. */
function texts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole),
  )
}

/** The few calls of S3 that Papadag makes, in one bucket. */
export interface S3Client {
  put(key: string, picture?: Buffer): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  /** Every object whose key begins with `prefix`. */
  list(prefix?: string): AsyncIterable<{ name: string; changedAtMs: number }>
}

/** While the store is unavailable, every call throws `server.unavailable` (503), and `onError` is given the reason. */
export function createS3Client({ endpoint, bucket, ...keys }: S3Options, onError: (error: unknown) => void): S3Client {
  // Tried once: a waiting user prefers to know.
  const client = new AwsClient({ ...keys, service: 's3', retries: 0 })
  const root = `${endpoint}/${bucket}/`

  function request(method: string, path: string, body?: Buffer): Promise<Response> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    return client.fetch(root + path, {
      method,
      headers: { 'x-amz-content-sha256': hash, ...(body && { 'content-type': 'image/webp' }) },
      ...(body && { body: new Uint8Array(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
  }

  /**
   * Reads a reply: undefined for an object that does not exist; any other failure means that the store is unavailable.
   */
  async function read<T>(asked: Promise<Response>, work: (response: Response) => Promise<T>): Promise<T | undefined> {
    try {
      const response = await asked
      if (response.ok) return await work(response)
      const codes = texts(await response.text(), 'Code').join()
      if (response.status === 404 && codes !== 'NoSuchBucket') return undefined
      throw new Error(`the picture store answered ${response.status} ${codes}`)
    } catch (error) {
      onError(error)
      throw new Problem('server.unavailable')
    }
  }

  const readText = (asked: Promise<Response>) => read(asked, response => response.text())

  return {
    async put(key, picture) {
      await readText(request('PUT', key, picture))
    },
    get: key => read(request('GET', key), async response => Buffer.from(await response.arrayBuffer())),
    async remove(key) {
      await readText(request('DELETE', key))
    },
    async *list(prefix) {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const page = new URLSearchParams({
          'list-type': '2',
          ...(token && { 'continuation-token': token }),
          ...(prefix && { prefix }),
        })
        const xml = (await readText(request('GET', `?${page}`))) ?? ''
        const changed = texts(xml, 'LastModified')
        for (const [index, name] of texts(xml, 'Key').entries()) {
          yield { name, changedAtMs: Date.parse(changed[index] ?? '') }
        }
        token = texts(xml, 'NextContinuationToken')[0]
      }
    },
  }
}
