import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Ledger } from '../ledger.ts'
import { Problem } from '../problem.ts'
import { isPictureFile, type PictureStore } from './store.ts'

/** An S3-compatible object store, as the environment names it. */
export interface S3Options {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Nobody waits longer for the store than for the database. */
const answerMs = 2500

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The texts of an XML element, wherever it stands. */
function texts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole),
  )
}

/** Pictures in a bucket. While it is away everybody is told so (503), and `onError` why. */
export function createS3PictureStore(
  { endpoint, bucket, ...keys }: S3Options,
  onError: (error: unknown) => void,
): PictureStore & { ledgerAt(prefix: string): Ledger } {
  // Tried once: who waits would rather know.
  const client = new AwsClient({ ...keys, service: 's3', retries: 0 })
  const root = `${endpoint}/${bucket}/`

  async function ask(method: string, path: string, body?: Buffer): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    return client.fetch(root + path, {
      method,
      headers: body ? { ...headers, 'content-type': 'image/webp' } : headers,
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
  }

  /** Reads what the store answers; anything but success, or a picture that is not there, means that it is away. */
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

  async function* listed(prefix?: string) {
    for (let token: string | undefined = ''; token !== undefined; ) {
      const page = new URLSearchParams({
        'list-type': '2',
        ...(token ? { 'continuation-token': token } : {}),
        ...(prefix ? { prefix } : {}),
      })
      const xml = (await read(ask('GET', `?${page}`), response => response.text())) ?? ''
      const changed = texts(xml, 'LastModified')
      for (const [index, name] of texts(xml, 'Key').entries())
        yield { name, changedAtMs: Date.parse(changed[index] ?? '') }
      token = texts(xml, 'NextContinuationToken')[0]
    }
  }

  return {
    async put(name, picture) {
      if (!isPictureFile(name)) throw new Error(`${name} is no name for a picture`)
      await read(ask('PUT', name, picture), response => response.text())
    },

    async get(name) {
      if (!isPictureFile(name)) return undefined
      return read(ask('GET', name), async response => Buffer.from(await response.arrayBuffer()))
    },

    async remove(name) {
      if (isPictureFile(name)) await read(ask('DELETE', name), response => response.text())
    },

    async *list() {
      for await (const found of listed()) if (isPictureFile(found.name)) yield found
    },

    ledgerAt: prefix => ({
      async add(name) {
        await read(ask('PUT', `${prefix}/${name}`), response => response.text())
      },
      async *list() {
        for await (const { name } of listed(`${prefix}/`)) {
          if (name.startsWith(`${prefix}/`)) yield name.slice(prefix.length + 1)
        }
      },
    }),
  }
}
