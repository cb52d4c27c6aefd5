import { join } from 'node:path'
import { type Config, ConfigProblem } from '../platform/config.ts'
import { createLocalPictureStore, type PictureStore } from '../platform/pictures/store.ts'
import { createS3PictureStore } from '../platform/pictures/store-s3.ts'

/** Where the configuration wants pictures; throws `ConfigProblem` when that place does not let Papadag in. */
export async function openPictureStore(
  { dataDir, pictureStore: s3 }: Pick<Config, 'dataDir' | 'pictureStore'>,
  onError: (error: unknown) => void,
): Promise<PictureStore> {
  if (!s3) return createLocalPictureStore(join(dataDir, 'uploads'))
  const store = createS3PictureStore(s3, onError)
  try {
    await store.list()[Symbol.asyncIterator]().next()
  } catch {
    throw new ConfigProblem(
      `S3_ENDPOINT names a picture store at ${new URL(s3.endpoint).host} that does not answer, has no such bucket or does not let Papadag in.`,
    )
  }
  return store
}
