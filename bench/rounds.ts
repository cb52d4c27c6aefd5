/** One contender's figures in one round, by name. */
export type Sample<F extends string> = Record<F, number>

export const rounds = 5
const fewestRounds = 3

/**
 * Lets the contenders take turns, A B C A B C …, and returns the median of each figure. After `withinMs` it stops as
 * soon as there are three rounds.
 */
export async function alternate<K extends string, F extends string>(
  contenders: Record<K, () => Promise<Sample<F>>>,
  times = rounds,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<Record<K, Sample<F>>> {
  const names = Object.keys(contenders) as K[] // the keys of a record are its keys
  const samples = new Map<K, Sample<F>[]>(names.map(name => [name, []]))
  const beganMs = performance.now()
  for (let round = 0; round < times; round += 1) {
    if (round >= fewestRounds && performance.now() - beganMs > withinMs) break
    for (const name of names) samples.get(name)?.push(await contenders[name]())
  }
  const medians = names.map(name => [name, medianOf(samples.get(name) ?? [])] as const)
  return Object.fromEntries(medians) as Record<K, Sample<F>> // one entry for each name
}

export function medianOf<F extends string>(samples: readonly Sample<F>[]): Sample<F> {
  const figures = Object.keys(samples[0] ?? {}) as F[] // every sample has the same figures
  return Object.fromEntries(figures.map(figure => [figure, median(samples.map(sample => sample[figure]))])) as Sample<F>
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
