import { join } from 'node:path'
import { type Config, ConfigProblem } from '../platform/config.ts'
import { createFolderLedger, type Ledger } from '../platform/ledger.ts'
import { createLocalPictureStore, type PictureStore } from '../platform/pictures/store.ts'
import { createS3PictureStore } from '../platform/pictures/store-s3.ts'

/** Opens the configured picture store; throws `ConfigProblem` when it refuses Papadag. */
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

/** Where erasures are remembered beside the database: in `DATA_DIR`, and in the bucket where there is one. */
export function openLedgers(
  { dataDir, pictureStore: s3 }: Pick<Config, 'dataDir' | 'pictureStore'>,
  onError: (error: unknown) => void,
): Ledger[] {
  const folder = createFolderLedger(join(dataDir, 'erasures'))
  return s3 ? [folder, createS3PictureStore(s3, onError).ledgerAt('erasures')] : [folder]
}
