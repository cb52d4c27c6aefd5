import type { Room } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { startOurs } from './chat.ts'
import { lengthen, makeChats } from './chat-data.ts'
import { open, startLoad } from './chat-line.ts'

const lengths = [10, 1000, 100_000]
const times = 50
const page = 100

/** How a chat's length affects writing to it and reading it. */
export async function growHistory(room: Room, server: string): Promise<Table> {
  const load = startLoad()
  const { url, cookies } = await makeChats(server, 'history', 2 * (lengths.length + 1))
  await lengthen(url, lengths)
  const ours = await startOurs(room, url)
  const rows: [string, ...number[]][] = []
  // Each chat by its second member's seat: seats are in the order of users.
  await open(load, 'history', 'ws', [ours.url], cookies)
  const reading = (chatId: number, wanted: object) => () =>
    load.order<'ask'>({
      do: 'ask',
      line: 'history',
      seat: 2 * chatId - 1,
      times,
      frame: JSON.stringify({ type: 'get_messages', chatId, peek: true, limit: page, ...wanted }),
      answer: '"initial_messages"',
    })
  const contenders = lengths.flatMap((length, index) => {
    const chatId = index + 2
    const middle = Math.max(1, Math.floor(length / 2))
    return [
      [
        `written to, ${length}`,
        () => load.order<'write'>({ do: 'write', line: 'history', messages: times, atOnce: 1, chatId }),
      ],
      [`its last ${page}, ${length}`, reading(chatId, {})],
      [`${page} from its middle, ${length}`, reading(chatId, { before: middle })],
    ] as [string, () => Promise<{ p50: number; p99: number }>][]
  })
  const medians = await alternate(Object.fromEntries(contenders))
  load.end()
  await ours.stop()

  const of = (what: string, length: number | undefined) =>
    medians[`${what}, ${length}`] ?? { p50: Number.NaN, p99: Number.NaN }
  const whats = ['written to', `its last ${page}`, `${page} from its middle`]
  for (const what of whats) {
    for (const length of lengths) {
      const { p50, p99 } = of(what, length)
      rows.push([`a chat of ${length.toLocaleString('en')}, ${what}`, p50, p99])
    }
  }
  return {
    title: 'Chat: growth with the number of messages',
    settings: `Sending to, and reading, a chat of the given number of messages over the socket: ${times} times a round, one after another; medians of 5 alternating rounds. The sent messages make the chat of 10 grow to some hundreds.`,
    columns: ['p50 ms', 'p99 ms'],
    rows,
    aims: whats.map(what => ({
      name: `${what} at 100,000 to that at 1,000`,
      value: of(what, 100_000).p50 / of(what, 1000).p50,
      atMost: 1.5,
    })),
  }
}
