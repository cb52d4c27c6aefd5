export function onlyOnce(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

/** How many rows of each causer a node has composed and leased, so that one member's many rows leave room for others. */
export function createShares(most: { composed: number; leased: number }) {
  const composed = createTally()
  const leased = createTally()
  return {
    /** Counts a row until it waits for an external server, and until it is handled. */
    take(causer: string | null) {
      const [isComposed, isOver] = [onlyOnce(composed.add(causer)), onlyOnce(leased.add(causer))]
      return {
        isComposed,
        isHandled() {
          isComposed()
          isOver()
        },
      }
    },
    /** Those who have as many as they may. */
    full: () => [...composed.atLeast(most.composed), ...leased.atLeast(most.leased)],
  }
}

function createTally() {
  const counts = new Map<string, number>()
  return {
    /** Returns what takes it off again; the server's own rows are not counted. */
    add(causer: string | null): () => void {
      if (causer === null) return () => {}
      counts.set(causer, (counts.get(causer) ?? 0) + 1)
      return () => {
        const left = (counts.get(causer) ?? 0) - 1
        if (left > 0) counts.set(causer, left)
        else counts.delete(causer)
      }
    },
    atLeast: (number: number) => [...counts].filter(([, count]) => count >= number).map(([causer]) => causer),
  }
}
