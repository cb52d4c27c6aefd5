import type { Pictures } from '../../platform/pictures/pictures.ts'

/** Stores a place's picture for `work` to refer to, and deletes it when `work` fails or turns out to be a repeat. */
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
 * What is stored by now stays the answer, also when the database goes away before the file is looked after: told that it
 * failed, he would add the place once more. The sweep comes for the file.
 */
export async function tidy(pictures: Pictures, imageUrl: string | null) {
  await pictures.release(imageUrl).catch(() => {})
}
