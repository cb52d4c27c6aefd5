import { withDatabase } from '../../packages/server/src/app/commands/with-database.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { aMeeting, meetTwice } from '../../packages/server/src/testing/domain/meetings.ts'
import type { Father } from '../../tools/father.ts'
import type { Product } from '../../tools/product.ts'

/** Lets these fathers have met three weeks ago, and again just now. */
export async function letMeetTwice({ dataDir }: Product, fathers: readonly Father[]): Promise<void> {
  await withDatabase(readConfig({ DATA_DIR: dataDir }), async open => {
    await meetTwice(
      await open(),
      fathers.map(({ user }) => user),
    )
  })
}

/** Lets these fathers have met this many days ago. */
export async function letMeet(
  { dataDir }: Product,
  fathers: readonly Father[],
  days: readonly number[],
): Promise<void> {
  await withDatabase(readConfig({ DATA_DIR: dataDir }), async open => {
    const db = await open()
    const users = fathers.map(({ user }) => user)
    for (const daysAgo of days) await aMeeting(db, users, { daysAgo })
  })
}
