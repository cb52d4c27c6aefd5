import { asSentence } from '../../features/operations/diagnosis.ts'
import { ConfigProblem } from '../../platform/config.ts'
import { placeOf, whyNot } from '../../platform/db/connection-url.ts'
import type { OwnDb } from '../../platform/db/db.ts'
import { fitnessOf } from '../../platform/db/fitness.ts'
import { openPostgres, type PostgresOptions } from '../../platform/db/postgres.ts'

type Options = Omit<PostgresOptions, 'onError'> & Partial<Pick<PostgresOptions, 'onError'>>

/**
 * Opens the PostgreSQL of `DATABASE_URL`; throws `ConfigProblem` with the reason if it cannot be reached, or if Papadag
 * cannot work with it. `warn` gets what Papadag can work with but nobody should use.
 */
export async function openShared(options: Options, warn: (sentence: string) => void = () => {}): Promise<OwnDb> {
  const db = await openSharedAsItIs(options)
  try {
    const { unfit = [], ...words } = (await fitnessOf(db)) ?? {}
    for (const { what, isFatal, isBroken } of unfit) {
      const sentence = asSentence(what, words)
      if (isFatal) throw new ConfigProblem(`DATABASE_URL names a database that Papadag cannot use: ${sentence}.`)
      if (isBroken) warn(`${sentence}.`)
    }
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens it to look at it or to save it, whatever its settings. */
export async function openSharedAsItIs(options: Options): Promise<OwnDb> {
  const problem = (error: unknown) =>
    new ConfigProblem(`DATABASE_URL names a PostgreSQL at ${placeOf(options.url)} that ${whyNot(error)}.`)
  let db: OwnDb
  try {
    db = openPostgres({ onError: () => {}, ...options })
  } catch (error) {
    throw problem(error)
  }
  try {
    await db.ping()
    return db
  } catch (error) {
    await db.close()
    throw problem(error)
  }
}
