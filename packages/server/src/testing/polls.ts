import { answerPoll, createPoll, type NewPoll, type Poll } from '@papadag/contract/playdates/polls'
import { aPlaydate, type Father, world } from './world.ts'

const dayMs = 86_400_000

/** Times on the next days, an hour each. */
export function someTimes(count: number): { startTime: string; endTime: string }[] {
  const start = Date.now() + dayMs
  return Array.from({ length: count }, (_, day) => ({
    startTime: new Date(start + day * dayMs).toISOString(),
    endTime: new Date(start + day * dayMs + 3_600_000).toISOString(),
  }))
}

/** A poll for three days, as its creator sends it. */
export function aPoll(differences: Partial<NewPoll> = {}) {
  const { startTime: _start, endTime: _end, ...about } = aPlaydate()
  return { ...about, times: someTimes(3), fathers: [], ...differences }
}

/** A poll of the host that asks the first of three fathers. */
export async function asked(differences: Parameters<typeof aPoll>[0] = {}) {
  const opened = await world({ fathers: 3 })
  const [guest, other, stranger] = opened.fathers
  const poll = await opened.host.call(createPoll, { body: aPoll({ fathers: [guest.id], ...differences }) })
  return { ...opened, guest, other, stranger, poll, params: { id: poll.id }, token: tokenIn(poll) }
}

export const tokenIn = ({ url }: Poll) => url?.split('/').at(-1) ?? ''
export const timeAt = (poll: Poll, at: number) => poll.times[at]?.id ?? 0

export type Answers = Record<number, 'yes' | 'maybe' | 'no'>
export const answerTimes = (
  father: Father,
  poll: Poll,
  answers: Answers,
  more: { children?: number; token?: string } = {},
) => father.call(answerPoll, { params: { id: poll.id }, body: { answers, ...more } })
