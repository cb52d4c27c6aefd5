import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Dialect } from './chat-dialects.ts'
import type { Answers, Order } from './chat-load.ts'

/** The process that generates the load. */
export interface Load {
  order<D extends Order['do']>(order: Extract<Order, { do: D }>): Promise<Answers[D]>
  end(): void
}

export function startLoad(): Load {
  // Without this process's own options: its channel carries orders (scripts/follow.mjs).
  const child = fork(new URL('chat-load.ts', import.meta.url), { execArgv: [] })
  const goodbye = () => child.kill('SIGKILL')
  process.once('exit', goodbye)
  return {
    async order<D extends Order['do']>(order: Extract<Order, { do: D }>) {
      const answered = once(child, 'message')
      child.send(order)
      const [{ answer, error }] = await answered
      if (error) throw new Error(`${order.do} ${order.line}: ${error}`)
      return answer as Answers[D] // chat-load.ts answers each order with its own
    },
    end() {
      child.kill('SIGKILL')
      process.off('exit', goodbye)
    },
  }
}

/** Opens a line of seats under the contender's name. */
export function open(load: Load, line: string, dialect: Dialect, urls: readonly string[], cookies: readonly string[]) {
  return load.order<'open'>({ do: 'open', line, dialect, urls: [...urls], cookies: [...cookies] })
}
