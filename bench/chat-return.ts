import { freePort } from '../scripts/free-port.ts'
import { startOurs } from './chat.ts'
import { makeChats } from './chat-data.ts'
import { open, startLoad } from './chat-line.ts'
import type { Room } from './measured-process.ts'
import type { Table } from './report.ts'

const screens = 1000
const rounds = 3
const warning = 40

/** The server is killed and restarted, and all clients reconnect like the web app. */
export async function comeBack(room: Room, server: string): Promise<Table> {
  const load = startLoad()
  const { url, cookies } = await makeChats(server, 'return', screens)
  const env = { PORT: String(await freePort()) }
  let ours = await startOurs(room, url, env)
  await open(load, 'return', 'ws', [ours.url], cookies)
  const rows: [string, ...number[]][] = []
  for (let round = 1; round <= rounds; round += 1) {
    const back = load.order<'return'>({ do: 'return', line: 'return' })
    await ours.kill()
    ours = await startOurs(room, url, env)
    // Its log lines about settings at the start are not counted.
    const before = ours.log().length
    const { seconds, failed } = await back
    const warnings = ours
      .log()
      .slice(before)
      .filter(line => line.startsWith('{') && JSON.parse(line).level >= warning)
    rows.push([`round ${round}`, seconds, failed, warnings.length])
  }
  load.end()
  await ours.stop()
  const most = (column: 1 | 2 | 3) => Math.max(...rows.map(row => row[column] ?? Number.NaN))
  return {
    title: 'Chat: a thousand come back',
    settings: `${screens} screens, all of one address, without limits, when the server is killed with -9 and started again on the same port. They come back as the web app does: 3 to 3.6 s after the cut with a new ticket, 5 to 6 s after an attempt that failed. Warnings and errors are the lines of the new server's log.`,
    columns: ['s until all are back', 'attempts that failed', 'warnings and errors'],
    rows,
    aims: [
      { name: 's until all are back, at its worst', value: most(1), atMost: 10 },
      { name: 'warnings and errors, at their most', value: most(3), atMost: 0 },
    ],
  }
}
