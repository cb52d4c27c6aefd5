import type { Ledger } from '../ledger.ts'
import { createS3Client, type S3Options } from './s3-client.ts'
import { isPictureFile, type PictureStore } from './store.ts'

/**
 * Pictures in a bucket. While it is unavailable, every request that needs it is answered 503, and `onError` is given
 * the reason.
 */
export function createS3PictureStore(
  options: S3Options,
  onError: (error: unknown) => void,
): PictureStore & { ledgerAt(prefix: string): Ledger } {
  const bucket = createS3Client(options, onError)

  return {
    async put(name, picture) {
      if (!isPictureFile(name)) throw new Error(`${name} is no name for a picture`)
      await bucket.put(name, picture)
    },
    async get(name) {
      return isPictureFile(name) ? bucket.get(name) : undefined
    },
    async remove(name) {
      if (isPictureFile(name)) await bucket.remove(name)
    },
    async *list() {
      for await (const found of bucket.list()) if (isPictureFile(found.name)) yield found
    },

    ledgerAt: prefix => ({
      add: name => bucket.put(`${prefix}/${name}`),
      remove: name => bucket.remove(`${prefix}/${name}`),
      async *list() {
        for await (const { name } of bucket.list(`${prefix}/`)) {
          if (name.startsWith(`${prefix}/`)) yield name.slice(prefix.length + 1)
        }
      },
    }),
  }
}
