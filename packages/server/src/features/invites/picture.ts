import { fileURLToPath } from 'node:url'
import type { Language } from '@papadag/contract/limits'
import sharp, { type OverlayOptions } from 'sharp'
import { type InvitedTo, invitedTo } from '../../domain/links/invitations.ts'
import type { Db } from '../../platform/db/db.ts'
import { createFairQueue } from '../../platform/fair-queue/fair-queue.ts'
import { Problem } from '../../platform/problem.ts'
import { type Sprite, spritesIn } from './sprites.ts'

const width = 1200
const height = 630
const keptAtMost = 200
const folder = new URL('./preview/', import.meta.url)

const parts = { weekday: 'short', day: 'numeric', month: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** Composing takes a core for a while, so a visitor who asks for many new pictures waits for his own. */
const turns = createFairQueue({
  ...{ atOnce: 1, atOncePerUser: 1, waitingPerUser: 10, waiting: 100, waitMs: 10_000 },
  refuse: because => new Problem(because === 'his' ? 'request.tooOften' : 'server.unavailable', { retryAfterS: 5 }),
})

/** Rendered pictures by their text, so the same day and time shares one picture. */
const made = new Map<string, Promise<Buffer>>()

/** The picture of an invitation in its current state; undefined if it is unknown or has changed. */
export async function pictureOf(
  db: Db,
  { token, sequence, language, turn }: { token: string; sequence: number; language: Language; turn: string },
): Promise<Buffer | undefined> {
  const found = await invitedTo(db, token)
  if (!found || found.sequence !== sequence) return undefined
  return leaf(found, language, found.state === 'cancelled', turn)
}

/** A leaf of a tear-off calendar, composed of parts pre-rendered in the house font. */
export function leaf(
  { startTime, timeZone }: Pick<InvitedTo, 'startTime' | 'timeZone'>,
  language: Language,
  isCancelled: boolean,
  turn?: string,
): Promise<Buffer> {
  const shown = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).formatToParts(new Date(startTime))
  const part = (type: string) => shown.find(one => one.type === type)?.value ?? ''
  const time = `${part('hour')}:${part('minute')}`
  const key = [language, part('weekday'), part('day'), part('month'), time, isCancelled].join(' ')
  const known = made.get(key)
  if (known) return known
  if (made.size >= keptAtMost) made.clear()
  const lines = [
    { names: [isCancelled ? `cancelled-${language}` : `weekday-${language}-${part('weekday')}`], middle: 118 },
    { names: [...part('day')].map(digit => `day-${digit}`), middle: 322 },
    { names: [`month-${language}-${Number(part('month'))}`], middle: 458 },
    { names: [...time].map(sign => `time-${sign === ':' ? 'colon' : sign}`), middle: 538 },
  ]
  const making = turns.take(turn, () => compose(lines))
  made.set(key, making)
  making.catch(() => made.delete(key))
  return making
}

interface Line {
  names: readonly string[]
  /** The vertical centre of the line. */
  middle: number
}

async function compose(lines: readonly Line[]): Promise<Buffer> {
  const [sheet, sprites] = await Promise.all([
    sharp(fileURLToPath(new URL('sprites.png', folder)))
      .raw()
      .toBuffer({ resolveWithObject: true }),
    spritesIn(folder),
  ])
  const raw = { width: sheet.info.width, height: sheet.info.height, channels: sheet.info.channels }
  const layers: OverlayOptions[] = []
  for (const { names, middle } of lines) {
    const found = names.map(name => sprites.get(name)).filter((one): one is Sprite => one !== undefined)
    let left = Math.round((width - found.reduce((sum, one) => sum + one.width, 0)) / 2)
    for (const sprite of found) {
      const { x, y, width: wide, height: high } = sprite
      const input = await sharp(sheet.data, { raw }).extract({ left: x, top: y, width: wide, height: high }).toBuffer()
      const own = { width: wide, height: high, channels: raw.channels }
      layers.push({ input, raw: own, left, top: Math.round(middle - high / 2) })
      left += wide
    }
  }
  return sharp(fileURLToPath(new URL('leaf.png', folder)))
    .resize(width, height)
    .composite(layers)
    .flatten({ background: '#fff8e8' })
    .jpeg({ quality: 84 })
    .toBuffer()
}
