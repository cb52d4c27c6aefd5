import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createLocalBus } from '../platform/bus/bus.ts'
import type { Change } from '../platform/change.ts'
import type { Db } from '../platform/db/db.ts'
import { newConnection } from '../platform/live/connection.ts'
import { createRoster } from '../platform/live/roster.ts'
import { createAnnouncer } from '../platform/live/watching/announcer.ts'
import { areaAround, cellAt } from '../platform/live/watching/area.ts'
import type { Shows } from '../platform/live/watching/shows.ts'
import { createWatch, type Watch } from '../platform/live/watching/watch.ts'

export const utrecht = { latitude: 52.09, longitude: 5.12 }
const zwolle = { latitude: 52.51, longitude: 6.09 }
export const inUtrecht = '/list/utrecht'
export const inZwolle = '/list/zwolle'
export const anywhere = '/list/anywhere'
export const sheet = '/playdate/5'
export const page = '/page'

export const joined: Change = {
  what: 'playdate',
  kind: 'playdate',
  things: ['playdate 5', 'playdates at 7'],
  cell: cellAt(utrecht, 13),
}

/** Watches, and screens whose frames are kept as they arrive, each with the turn of the event loop it was written in. */
export function watches({ frameMs = 0, isLimited = true, bus = createLocalBus(), onPage = ['playdate 5'] } = {}) {
  const shown = new Map<string, () => Shows | Promise<Shows>>([
    [inUtrecht, () => ({ kind: 'playdate', area: areaAround(utrecht, 10_000) })],
    [inZwolle, () => ({ kind: 'playdate', area: areaAround(zwolle, 10_000) })],
    [anywhere, () => ({ kind: 'playdate' })],
    [sheet, () => ({ things: ['playdate 5'] })],
    [page, () => ({ kind: 'playdate', things: [...onPage], isPage: true })],
    ['/api/notifications', () => ({})],
    ['/api/moderation/queue', () => ({ things: ['moderation'] })],
  ])
  const writtenInTurn: number[] = []
  let turn = 0
  let isTurnOver = true
  function currentTurn() {
    if (isTurnOver) {
      turn += 1
      setImmediate(() => {
        isTurnOver = true
      })
    }
    isTurnOver = false
    return turn
  }
  const roster = createRoster(connection => watch.end(connection))
  const db = { for: () => db } as unknown as Db // nothing else is used here
  const watch: Watch = createWatch({
    bus,
    db,
    roster,
    findRead: path => shown.get(path),
    guarded: { under: '/api/moderation', isOpenTo: async ({ id }) => id === 99 },
    isLimited,
  })
  onTestFinished(watch.stop)
  const announcer = createAnnouncer(bus, pino({ level: 'silent' }), isLimited)

  async function screen(paths: readonly string[], userId = 1, tab?: string) {
    const frames: string[][] = []
    const write = (bytes: Buffer) => {
      frames.push(JSON.parse(bytes.toString('utf8', bytes[1] === 126 ? 4 : 2)).paths)
      writtenInTurn.push(currentTurn())
      for (const beganMs = performance.now(); performance.now() - beganMs < frameMs; );
    }
    const wire = { write }
    // Nothing else of a socket is used here.
    const socket = { readyState: WebSocket.OPEN, bufferedAmount: 0 }
    const connection = newConnection(socket as never, wire as never, undefined, 'nl')
    connection.member = { id: userId, sessionId: userId }
    connection.tab = tab
    roster.add(connection)
    roster.signIn(connection, userId)
    expect(await watch.begin(connection, paths, undefined)).toBe(true)
    return { connection, frames }
  }
  const write = (change: Change = joined, writer: Parameters<typeof announcer.announce>[1] = {}) =>
    announcer.announce([change], writer)
  return { watch, roster, screen, writtenInTurn, write, shown, onPage }
}
