import type { Db, Sql } from '../platform/db/db.ts'

/** A database that runs work between two statements of a call, as a concurrent call could. */
export function interruptible(db: Db) {
  let waiting: { words: string; work: () => Promise<unknown> } | undefined

  async function after<T>(statement: Sql, answer: Promise<T>) {
    const value = await answer
    if (!waiting || !statement.text.includes(waiting.words)) return value
    const { work } = waiting
    waiting = undefined
    await work()
    return value
  }
  const wrap = (plain: Db): Db => ({
    ...plain,
    for: (who, tell) => wrap(plain.for(who, tell)),
    many: (row, statement) => after(statement, plain.many(row, statement)),
    one: (row, statement) => after(statement, plain.one(row, statement)),
    run: statement => after(statement, plain.run(statement)),
  })
  return {
    db: wrap(db),
    /** Runs work once, after a statement with these words outside a transaction. */
    once(words: string, work: () => Promise<unknown>) {
      waiting = { words, work }
    },
  }
}
