/** Tests that passed only at their second try, each with the number of runs in which it gets no second one. */
export type SecondTries = Record<string, number>

const runsWithout = 5

/** Those of these tests that get no second try, since they have needed one in a recent run and were not mended. */
export function withoutSecondTry(known: SecondTries, titles: readonly string[]): string[] {
  return titles.filter(title => title in known)
}

/** What the next run has to know, after one in which these tests needed a second try. */
export function afterRun(known: SecondTries, needed: readonly string[]): SecondTries {
  const left = Object.entries(known).flatMap(([title, runs]) => (runs > 1 ? [[title, runs - 1] as const] : []))
  return Object.fromEntries([...left, ...needed.map(title => [title, runsWithout] as const)])
}
