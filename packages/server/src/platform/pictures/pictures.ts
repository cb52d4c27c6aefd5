import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { limits, uploadPath } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, sql } from '../db/db.ts'
import type { Who } from '../fair-queue/fair-queue.ts'
import type { Load } from '../metrics/meters.ts'
import { Problem } from '../problem.ts'
import { createPictureEncoder, type PictureEncoder } from './encoder.ts'
import { createLocalPictureStore, type PictureStore } from './store.ts'
import { addressOf, createSweep, nameIn, type ShownBy } from './sweep.ts'

/** The stored size of a picture, by its use. */
const sizes = {
  avatar: { px: limits.avatarPx, fit: 'cover' },
  place: { px: limits.placePicturePx, fit: 'inside' },
} as const
type PictureUse = keyof typeof sizes

const maxBytesPerUser = 200 * 1024 * 1024

/** Pictures, from the uploaded file to the address that serves it (safety 6). */
export interface Pictures {
  /**
   * Re-encodes a file in its owner's turn or that of `who`, stores it and returns its address. Without an owner it is
   * pending and expires after an hour unless `claim` gives it one. Throws `image.*`, and stores nothing, for an invalid
   * or banned file.
   */
  keep(file: Buffer, options: { size: PictureUse; ownerId?: number; who?: Who }): Promise<string>
  /** Re-encodes a file without storing it; undefined if it is not a picture. */
  make(file: Buffer, size: PictureUse, who: Who): Promise<Buffer | undefined>
  /** Gives a pending picture its owner, in the transaction that uses it; `field` is the request field that named it. */
  claim(tx: Db, imageUrl: string, userId: number, field: string): Promise<void>
  /** Deletes a replaced picture, unless it is external or still in use. */
  release(imageUrl: string | null): Promise<void>
  /** Stores a hidden picture at its address again. */
  putBack(tx: Db, imageUrl: string, picture: Buffer, ownerId: number | undefined): Promise<void>
  /** Bans a picture, both as the uploaded file and as our re-encoded one (safety S35). */
  ban(tx: Db, picture: Buffer): Promise<void>
  /** The picture with this name, which may be any text, or undefined. */
  read(name: string): Promise<Buffer | undefined>
  /** Deletes unclaimed and unused pictures, and files left by a crash. */
  sweep(): Promise<void>
  /** The folder or bucket of the files. */
  store: PictureStore
  /** How many pictures are being re-encoded, and how many are waiting. */
  load(): Load
  close(): Promise<void>
}

const Bytes = z.object({ bytes: z.number() })
const Named = z.object({ name: z.string() })

function hashOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}

function startsWith(file: Buffer, text: string, at = 0) {
  return file.toString('latin1', at, at + text.length) === text
}

/** Whether the file begins like a JPEG, PNG, GIF or WebP; its name or declared type proves nothing. */
function isPicture(file: Buffer) {
  return (
    startsWith(file, '\xff\xd8\xff') ||
    startsWith(file, '\x89PNG\r\n\x1a\n') ||
    startsWith(file, 'GIF87a') ||
    startsWith(file, 'GIF89a') ||
    (startsWith(file, 'RIFF') && startsWith(file, 'WEBP', 8))
  )
}

/** The headers of a picture (safety S30), which allow nothing but displaying it. */
export function pictureHeaders(name: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `inline; filename="${name}"`,
    'cache-control': 'private, max-age=86400',
  }
}

export interface PicturesParts {
  db: Db
  dataDir: string
  store?: PictureStore
  encoder?: PictureEncoder
  shownBy: ShownBy
}

/** Pictures in `DATA_DIR/uploads` or in another store, known to the table `pictures`. */
export async function createPictures({ db, dataDir, shownBy, ...parts }: PicturesParts): Promise<Pictures> {
  const store = parts.store ?? (await createLocalPictureStore(join(dataDir, 'uploads')))
  const encoder = parts.encoder ?? createPictureEncoder()
  const sweep = createSweep({ db, store, shownBy })

  return {
    async keep(file, { size, ownerId, who }) {
      if (file.length > limits.imageBytes) throw new Problem('image.tooLarge')
      if (!isPicture(file)) throw new Problem('image.unsupported')
      if (ownerId !== undefined) await mustHaveRoom(db, ownerId)
      const turn = who ?? (ownerId === undefined ? undefined : `user ${ownerId}`)
      const picture = await encoder.encode(file, sizes[size], turn)
      if (!picture) throw new Problem('image.broken')
      await mustBeAllowed(db, [hashOf(file), hashOf(picture)])
      return addressOf(await add({ db, store }, picture, ownerId))
    },

    async make(file, size, who) {
      return isPicture(file) ? encoder.encode(file, sizes[size], who) : undefined
    },

    async claim(tx, imageUrl, userId, field) {
      const claimed = await tx.one(
        Named,
        sql`update pictures set owner_id = ${userId}
             where name = ${nameIn(imageUrl)} and owner_id is null
               and created_at > now() - interval '1 hour'
            returning name`,
      )
      if (!claimed) throw new Problem('request.invalid', { issues: [{ path: field, code: 'url.invalid' }] })
    },

    async release(imageUrl) {
      if (imageUrl === null || !uploadPath.test(imageUrl)) return
      const name = nameIn(imageUrl)
      const shown = shownBy.map(rows => sql`select ${rows(sql`${imageUrl}`)}`)
      if ((await db.count(sql`from (${sql.join(shown, sql` union all `)}) shown`)) > 0) return
      // The sweep retries if the file cannot be deleted now.
      const isRemoved = await store.remove(name).then(
        () => true,
        () => false,
      )
      if (isRemoved) await db.run(sql`delete from pictures where name = ${name}`)
    },

    async putBack(tx, imageUrl, picture, ownerId) {
      const name = nameIn(imageUrl)
      await store.put(name, picture)
      await tx.run(sql`
        insert into pictures (name, owner_id, bytes)
        values (${name}, ${ownerId ?? null}, ${picture.length})
        on conflict (name) do nothing`)
    },

    async ban(tx, picture) {
      await tx.run(sql`insert into removed_pictures (hash) values (${hashOf(picture)}) on conflict do nothing`)
    },

    async read(name) {
      if (!uploadPath.test(addressOf(name))) return undefined
      // Anybody can invent names, and each request to a bucket costs money.
      return (await db.count(sql`from pictures where name = ${name}`)) > 0 ? store.get(name) : undefined
    },

    sweep,
    store,
    load: () => encoder.load(),
    close: () => encoder.close(),
  }
}

/** Stores the file first and the row second, since the sweep finds a file without a row. */
async function add({ db, store }: { db: Db; store: PictureStore }, picture: Buffer, ownerId: number | undefined) {
  const name = `${randomBytes(16).toString('hex')}.webp`
  await store.put(name, picture)
  try {
    await db.run(
      sql`insert into pictures (name, owner_id, bytes) values (${name}, ${ownerId ?? null}, ${picture.length})`,
    )
  } catch (error) {
    // The sweep deletes it later.
    await store.remove(name).catch(() => {})
    throw error
  }
  return name
}

async function mustHaveRoom(db: Db, ownerId: number) {
  const stored = await db.one(
    Bytes,
    sql`select coalesce(sum(bytes), 0)::int as bytes from pictures where owner_id = ${ownerId}`,
  )
  if ((stored?.bytes ?? 0) > maxBytesPerUser) throw new Problem('image.tooLarge')
}

/** Refuses a banned picture. */
async function mustBeAllowed(db: Db, hashes: readonly string[]) {
  const isBanned = (await db.count(sql`from removed_pictures where hash = any(${hashes}::text[])`)) > 0
  if (isBanned) throw new Problem('image.removed')
}
