import { join } from 'node:path'
import { type Config, ConfigProblem } from '../platform/config.ts'
import type { Db } from '../platform/db/db.ts'
import { createFolderLedger, type Ledger } from '../platform/ledger.ts'
import { belongsTogether } from '../platform/pictures/belonging.ts'
import { createLocalPictureStore, type PictureStore } from '../platform/pictures/store.ts'
import { createS3PictureStore } from '../platform/pictures/store-s3.ts'

/** Opens the configured picture store; throws `ConfigProblem` when it refuses access. */
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

/** The ledgers of erasures kept outside the database: in `DATA_DIR`, and in the bucket if there is one. */
export function openLedgers(
  { dataDir, pictureStore: s3 }: Pick<Config, 'dataDir' | 'pictureStore'>,
  onError: (error: unknown) => void,
): Ledger[] {
  const folder = createFolderLedger(join(dataDir, 'erasures'))
  return s3 ? [folder, createS3PictureStore(s3, onError).ledgerAt('erasures')] : [folder]
}

/** Refuses a node whose pictures are not those of its database; an embedded database has its own folder. */
export async function mustHoldPicturesOf(
  db: Db,
  { databaseUrl, dataDir, pictureStore: s3 }: Pick<Config, 'databaseUrl' | 'dataDir' | 'pictureStore'>,
  onError: (error: unknown) => void,
): Promise<void> {
  if (!databaseUrl) return
  const folder = join(dataDir, 'uploads')
  const marks = s3 ? createS3PictureStore(s3, onError).ledgerAt('store') : createFolderLedger(join(folder, 'store'))
  if (await belongsTogether(db, marks)) return
  throw new ConfigProblem(
    `The pictures of this database are not in ${s3 ? `the bucket ${s3.bucket}` : folder}: let all nodes share ` +
      `one uploads folder in DATA_DIR or one bucket (S3_BUCKET), and when pictures move, take along what is in "store".`,
  )
}
