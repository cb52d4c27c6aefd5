/**
 * How far the chance that one kind takes longer than the other may be from a half: 400 samples of each leave it within .1
 * by more than four standard deviations.
 */
const noise = 0.1

/** What a call answered, and how long it took, about something that is there or is not. */
export interface Samples {
  took: number[]
  /** How often each answer came. */
  answers: Map<string, number>
}

export const noSamples = (): Samples => ({ took: [], answers: new Map() })

/** Sends one call and notes it. */
export async function take({ took, answers }: Samples, send: () => Promise<Response>): Promise<void> {
  const begunMs = performance.now()
  const response = await send()
  const text = await response.text()
  took.push(performance.now() - begunMs)
  const answer = `${response.status} ${text}`
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

/** The chance that one of the first takes longer than one of the others (Mann and Whitney). */
function chanceOfLonger(some: readonly number[], others: readonly number[]): number {
  const all = [...some.map(ms => ({ ms, is: 1 })), ...others.map(ms => ({ ms, is: 0 }))].sort((a, b) => a.ms - b.ms)
  const ranks = all.reduce((sum, { is }, rank) => sum + is * (rank + 1), 0)
  return (ranks - (some.length * (some.length + 1)) / 2) / (some.length * others.length)
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

/** Whether neither answers nor times tell the two apart, and a line that says so. */
export function compare(
  what: string,
  [some, others]: readonly [Samples, Samples],
  [is, isNot]: readonly [string, string],
) {
  const chance = chanceOfLonger(some.took, others.took)
  const [said, saidOfOthers] = [some, others].map(({ answers }) => JSON.stringify([...answers].sort()))
  const isSame = said === saidOfOthers
  const isAlike = isSame && Math.abs(chance - 0.5) <= noise
  const brief = [...some.answers].map(
    ([answer, count]) => `${count} × ${answer.replace(/ .*"code":"([^"]+)".*/, ' $1').slice(0, 60)}`,
  )
  const answered = isSame ? brief.join(', ') : `${said} instead of ${saidOfOthers}`
  const medians = `median ${median(some.took).toFixed(2)} ms ${is}, ${median(others.took).toFixed(2)} ms ${isNot}`
  const longer = `${is} longer in ${(100 * chance).toFixed(1)} %`
  const line = `${isAlike ? ' ' : '!'} ${what.padEnd(50)} ${some.took.length} of each; ${medians}; ${longer}; ${answered}`
  return { isAlike, line }
}
