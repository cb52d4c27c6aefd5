import { msg } from '@lingui/core/macro'
import { answerPoll, type Choice, type Poll, type PollTime } from '@papadag/contract/playdates/polls'
import type { Input } from '@papadag/contract/route'
import { reads } from '../../platform/data/reads.ts'
import { sendLater } from '../../platform/offline/offline-queue.ts'

/** Answers offline: on the screen immediately, on the server once there is a network. */
export async function answerLater(input: Input<typeof answerPoll>) {
  const { answers, children = 0 } = input.body
  const given = new Map(Object.entries(answers))
  let title = ''
  const change = (poll: Poll): Poll => {
    title = poll.title
    return { ...poll, children, times: poll.times.map(time => answered(time, given.get(String(time.id)))) }
  }
  reads.setQueriesData<Poll | Poll[]>(
    { predicate: ({ queryKey: [at] }) => /^\/api\/polls\b/.test(String(at)) },
    read => {
      // Undefined leaves the read unchanged, so that a write still refreshes it.
      if (!Array.isArray(read)) return read?.id === input.params.id ? change(read) : undefined
      return read.some(({ id }) => id === input.params.id)
        ? read.map(poll => (poll.id === input.params.id ? change(poll) : poll))
        : undefined
    },
  )
  await sendLater(answerPoll, input, msg`Your answer could not be saved: ${title}`)
}

function answered(time: PollTime, choice: Choice | undefined): PollTime {
  if (!choice || choice === time.mine) return time
  const without = time.mine ? { ...time, [time.mine]: time[time.mine] - 1 } : time
  return { ...without, [choice]: without[choice] + 1, mine: choice }
}
