import { freePort } from '../../tools/free-port.ts'
import type { Room } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { startOurs } from './chat.ts'
import { makeChats } from './chat-data.ts'
import { open, startLoad } from './chat-line.ts'

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
    title: 'Chat: a thousand screens reconnect',
    settings: `The server is killed with -9 and restarted on the same port while ${screens} screens from one address are connected; rate limits are off. They reconnect as the web app does: with a new ticket 3 to 3.6 s after the cut, and again 5 to 6 s after a failed attempt. Warnings and errors are lines in the new server's log.`,
    columns: ['s until all reconnected', 'failed attempts', 'warnings and errors'],
    rows,
    aims: [
      { name: 's until all reconnected, worst run', value: most(1), atMost: 10 },
      { name: 'warnings and errors, worst run', value: most(3), atMost: 0 },
    ],
  }
}
