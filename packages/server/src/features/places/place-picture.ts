import type { Pictures } from '../../platform/pictures/pictures.ts'

/** Stores a place's picture for `work` to refer to, and deletes it if `work` fails or turns out to be a repeat. */
export async function withPicture<T>(
  pictures: Pictures,
  file: Buffer | undefined,
  ownerId: number,
  work: (imageUrl: string | null) => Promise<T>,
): Promise<T> {
  const imageUrl = file ? await pictures.keep(file, { size: 'place', ownerId }) : null
  return work(imageUrl).finally(() => tidy(pictures, imageUrl))
}

/**
 * The stored place remains the reply even if the database fails before the file is moved: after an error he would add
 * the place again. The sweep removes the file.
 */
export async function tidy(pictures: Pictures, imageUrl: string | null) {
  await pictures.release(imageUrl).catch(() => {})
}
