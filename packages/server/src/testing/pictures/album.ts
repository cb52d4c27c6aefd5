import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { openPictures } from '../../domain/pictures.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { PicturesParts } from '../../platform/pictures/pictures.ts'
import { testDb } from '../database.ts'
import { emptyFolder } from '../files/empty-folder.ts'

/** The size of a father's picture. */
export const size = 'avatar'
export const red = { r: 230, g: 20, b: 20 }
export const blue = { r: 20, g: 20, b: 230 }

/** Pictures in a folder of their own. */
export async function album(parts: Partial<PicturesParts> = {}) {
  const db = await testDb()
  const dataDir = emptyFolder()
  const pictures = await openPictures({ db, dataDir, ...parts })
  onTestFinished(() => pictures.close())
  const folder = join(dataDir, 'uploads')

  return {
    db,
    pictures,
    folder,
    /** The files in the folder and the rows of the table. */
    async kept() {
      return { files: await readdir(folder), rows: await db.count(sql`from pictures`) }
    },
    async open(imageUrl: string) {
      const picture = await pictures.read(imageUrl.replace('/uploads/', ''))
      if (!picture) throw new Error(`${imageUrl} is not there`)
      return picture
    },
  }
}

const Created = z.object({ id: z.number() })

/** A father who may show this picture. */
export async function aFather(db: Db, name: string, imageUrl: string | null = null): Promise<number> {
  const created = await db.one(
    Created,
    sql`insert into users (username, email, password_hash, first_name, last_name, profile_image)
        values (${name}, ${`${name}@papadag.test`}, '-', ${name}, 'de Tester', ${imageUrl}) returning id`,
  )
  return created?.id ?? 0
}

/** A picture of one colour. */
export function canvas(width: number, height: number, background = red): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
}
