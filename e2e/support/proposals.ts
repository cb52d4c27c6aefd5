import { editSettings } from '@papadag/contract/users/users'
import { withDatabase } from '../../packages/server/src/app/commands/with-database.ts'
import { beginRound } from '../../packages/server/src/features/polls/proposals/round.ts'
import { readConfig } from '../../packages/server/src/platform/config.ts'
import { sql } from '../../packages/server/src/platform/db/db.ts'
import type { Father } from '../../tools/father.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { test as base } from './test.ts'

/** A Papadag whose operator has switched proposals on. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
    async ({}, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off', PROPOSALS: 'on' })
      await use(product)
      await product.kill()
      remove()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** The middle of a neighbourhood in Amsterdam, where the playground is. */
export const middle = { latitude: 52.3575, longitude: 4.9275 }

/** Makes these fathers free on Wednesday afternoons, and lets a week pass and another begin. */
export async function propose({ dataDir }: Product, fathers: readonly Father[]): Promise<void> {
  for (const { client } of fathers)
    await client.call(editSettings, { body: { papaDays: ['wed-pm'], neighbourhood: middle, showDistance: true } })
  await withDatabase(readConfig({ DATA_DIR: dataDir }), async open => {
    const db = await open()
    await db.run(
      sql`update users set created_at = created_at - interval '7 days', neighbourhood_since = neighbourhood_since - interval '7 days'`,
    )
    await db.run(sql`update places set status = 'confirmed'`)
    // Prevents fathers of an earlier test from being asked again.
    await db.run(sql`update users set proposals = id = any(${fathers.map(({ user }) => user.id)}::int[])`)
    await db.run(sql`delete from proposal_rounds`)
    await beginRound(db)
  })
}
