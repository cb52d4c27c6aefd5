import * as z from 'zod/mini'
import { record } from '../../domain/facts.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'

const Shown = z.object({ imageUrl: z.nullable(z.string()) })

/** Stores a file as the user's profile picture, then deletes the previous one. */
export async function setProfileImage(db: Db, pictures: Pictures, file: Buffer, userId: number): Promise<string> {
  const imageUrl = await pictures.keep(file, { size: 'avatar', ownerId: userId })
  const before = await db.transaction(async tx => {
    const shown = await tx.one(
      Shown,
      sql`select profile_image as "imageUrl" from users where id = ${userId} for update`,
    )
    await tx.run(sql`update users set profile_image = ${imageUrl} where id = ${userId}`)
    await record(tx, { fact: 'personChanged', userId })
    return shown
  })
  // The account has been deleted in the meantime.
  if (!before) throw new Problem('auth.required')
  await pictures.release(before.imageUrl)
  return imageUrl
}
