import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Who } from '../../platform/fair-queue/fair-queue.ts'
import { fetchOutside, type Outside } from '../../platform/outside.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'

const fetchMs = 5000
const maxAtOnce = 20
const cacheBytes = 32 * 1024 * 1024
const freshMs = 24 * 3_600_000
/** A failed download is retried after a while, not on every request. */
const failedMs = 60_000

const Shown = z.object({ size: z.enum(['avatar', 'place']) })

interface Kept {
  picture: Buffer | undefined
  until: number
}

/** Proxies pictures from other servers, scaled down and without revealing viewers to those servers. */
export interface ExternalPictures {
  /** Throws `picture.unknown` unless a profile or place refers to the address and it serves a picture. */
  find(db: Db, url: string, who: Who): Promise<Buffer>
}

export function createExternalPictures(pictures: Pictures, outside: Outside): ExternalPictures {
  // Least recently used first.
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  let bytes = 0

  function forget(key: string) {
    bytes -= kept.get(key)?.picture?.length ?? 0
    kept.delete(key)
  }

  function keep(key: string, picture: Buffer | undefined) {
    forget(key)
    kept.set(key, { picture, until: Date.now() + (picture ? freshMs : failedMs) })
    bytes += picture?.length ?? 0
    for (const oldest of kept.keys()) {
      if (bytes <= cacheBytes && kept.size <= 2000) break
      forget(oldest)
    }
  }

  async function make(key: string, url: string, size: 'avatar' | 'place', who: Who) {
    const file = await fetchOutside(outside, url, { bytes: limits.imageBytes, ms: fetchMs })
    const picture = file && (await pictures.make(file, size, who))
    keep(key, picture)
    return picture
  }

  async function get(url: string, size: 'avatar' | 'place', who: Who): Promise<Buffer | undefined> {
    const key = `${size} ${url}`
    const found = kept.get(key)
    if (found && found.until > Date.now()) {
      kept.delete(key)
      kept.set(key, found)
      return found.picture
    }
    let making = underWay.get(key)
    if (!making) {
      if (underWay.size >= maxAtOnce) throw new Problem('request.tooOften', { retryAfterS: 5 })
      making = make(key, url, size, who).finally(() => underWay.delete(key))
      underWay.set(key, making)
    }
    return making
  }

  return {
    async find(db, url, who) {
      const shown = await db.one(
        Shown,
        sql`select 'place' as size from places where image_url = ${url} and hidden_at is null
            union select 'avatar' from users where profile_image = ${url} order by size desc limit 1`,
      )
      const picture = shown && (await get(url, shown.size, who))
      if (!picture) throw new Problem('picture.unknown')
      return picture
    },
  }
}
