/** Something that a transaction has done. */
export interface Fact {
  readonly fact: string
  /** What its consequences read is about to change. */
  readonly isLast?: true
}

/** Collects the facts of a transaction, what follows from them being carried out by `settle`. */
export function createFacts<Tx>(
  settle: (tx: Tx, facts: readonly Fact[]) => Promise<void> = async (_, [happened]) =>
    Promise.reject(new Error(`nothing follows here from ‘${happened?.fact}’`)),
) {
  const facts: Fact[] = []
  return {
    async record(tx: Tx, fact: Fact): Promise<void> {
      if (fact.isLast) await settle(tx, [fact])
      else facts.push(fact)
    },
    /** Call it before the commit. */
    async finish(tx: Tx): Promise<void> {
      if (facts.length > 0) await settle(tx, facts)
    },
  }
}
