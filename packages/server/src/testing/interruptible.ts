import type { Db, Sql } from '../platform/db/db.ts'

/** A database in which something happens between two statements of a call, as it may when two calls run at once. */
export function interruptible(db: Db) {
  let waiting: { words: string; work: () => Promise<unknown> } | undefined

  async function at(moment: string) {
    if (!waiting || !moment.includes(waiting.words)) return
    const { work } = waiting
    waiting = undefined
    await work()
  }
  async function after<T>(statement: Sql, answer: Promise<T>) {
    const value = await answer
    await at(statement.text)
    return value
  }
  const wrap = (plain: Db): Db => ({
    ...plain,
    for: who => wrap(plain.for(who)),
    many: (row, statement) => after(statement, plain.many(row, statement)),
    one: (row, statement) => after(statement, plain.one(row, statement)),
    run: statement => after(statement, plain.run(statement)),
    async transaction(work) {
      await at('begin')
      return plain.transaction(work)
    },
  })
  return {
    db: wrap(db),
    /** Once, when a statement with these words outside a transaction is answered, or before one (`begin`). */
    once(words: string, work: () => Promise<unknown>) {
      waiting = { words, work }
    },
  }
}
