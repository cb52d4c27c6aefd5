import type { Room } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { startOurs, startPeer, write } from './chat.ts'
import { makeCircle, makeThread } from './chat-data.ts'
import { open, startLoad } from './chat-line.ts'

const participants = 50
const messages = 400
/** One message at a time, and as many in flight as a lively thread may have. */
const flights = [1, 8] as const

/** A message to everybody in a thread, compared with the sends alone and with one in the chat of a circle as large. */
export async function compareThread(room: Room, server: string): Promise<Table> {
  const load = startLoad()
  const { url, cookies } = await makeThread(server, 'thread', participants)
  const ours = await startOurs(room, url)
  const ofCircle = await makeCircle(server, 'circle', participants)
  const circle = await startOurs(room, ofCircle.url)
  const bare = await startPeer(room, url, 'ws to all')
  await open(load, 'ours', 'ws', [ours.url], cookies)
  await open(load, 'circle', 'ws', [circle.url], ofCircle.cookies)
  await open(load, 'bare', 'ws', [bare.url], cookies)
  const rows: [string, ...number[]][] = []
  const aims: NonNullable<Table['aims']>[number][] = []
  for (const atOnce of flights) {
    const how = { messages, atOnce, chatId: 1, toAll: true }
    const contenders = {
      bare: () => write(load, 'bare', bare, how),
      ours: () => write(load, 'ours', ours, how),
      circle: () => write(load, 'circle', circle, how),
    }
    for (const warmUp of Object.values(contenders)) await warmUp()
    const medians = await alternate(contenders)
    for (const [key, name] of [
      ['bare', 'bare ws'] as const,
      ['ours', 'Papadag'] as const,
      ['circle', 'Papadag, in a circle'] as const,
    ]) {
      const { perSecond, p50, p99, cpuUs } = medians[key]
      rows.push([`${name}, ${atOnce} in flight`, perSecond, p50, p99, cpuUs])
    }
    const value = medians.ours.cpuUs / medians.bare.cpuUs
    aims.push({ name: `CPU of a message to the bare sends, ${atOnce} in flight`, value, atMost: 2 })
    const ofCircle = medians.circle.cpuUs / medians.ours.cpuUs
    aims.push({
      name: `CPU of a message in the chat of a circle to one in a thread, ${atOnce} in flight`,
      value: ofCircle,
      atMost: 1.1,
    })
  }
  load.end()
  for (const process of [ours, circle, bare]) await process.stop()
  return {
    title: 'A message to everybody in a thread',
    settings: `${participants} participants of a playdate, each with a socket; one of them writes messages of about 95 bytes, and each ends when all ${participants} sockets have it. Papadag checks that he is on the playdate and who has a block with whom, stores the message with fsync, and sends it to those who are there; the bare program only sends ${participants} frames with the ws library; the circle has as many members, in a database of its own. ${messages} messages a round after a warm-up round; medians of 5 alternating rounds. CPU of the server process, without the database.`,
    columns: ['messages/s', 'p50 ms', 'p99 ms', 'CPU µs/message'],
    rows,
    aims,
  }
}
