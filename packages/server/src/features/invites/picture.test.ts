import { fileURLToPath } from 'node:url'
import { languages } from '@papadag/contract/limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { leaf } from './picture.ts'
import { spritesIn } from './sprites.ts'

const folder = new URL('./preview/', import.meta.url)
const at = (startTime: string, timeZone = 'Europe/Amsterdam') => ({ startTime, timeZone })

test('every day, month and time is drawn in five languages', async () => {
  const sprites = await spritesIn(folder)
  const digits = [...'0123456789'].flatMap(digit => [`day-${digit}`, `time-${digit}`])
  const needed = languages.flatMap(language => [
    ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(day => `weekday-${language}-${day}`),
    ...Array.from({ length: 12 }, (_, at) => `month-${language}-${at + 1}`),
    `cancelled-${language}`,
  ])
  expect([...needed, ...digits, 'time-colon'].filter(name => !sprites.has(name))).toEqual([])
})

/** How far two grey pictures differ: 0 means equal, 255 black and white. */
function distance(a: Buffer, b: Buffer) {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

test('the picture draws the month in the product’s font, not in a system font', async () => {
  const sprite = (await spritesIn(folder)).get('month-nl-11')
  if (!sprite) throw new Error('there is no such drawing')
  const { x, y, width, height } = sprite
  const part = { left: Math.round((1200 - width) / 2), top: Math.round(458 - height / 2), width, height }
  const shown = await sharp(await leaf(at('2026-11-29T09:00:00Z'), 'nl', false))
    .extract(part)
    .greyscale()
    .raw()
    .toBuffer()
  const drawn = (font: Parameters<typeof sharp>[0]) =>
    sharp(font)
      .resize(width, height, { fit: 'contain', background: '#fff' })
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer()
  const word = sharp(fileURLToPath(new URL('sprites.png', folder))).extract({ left: x, top: y, width, height })
  const house = await drawn(await word.png().toBuffer())
  const machine = await drawn(
    await sharp({ text: { text: 'november', font: 'sans bold', width, height } })
      .png()
      .toBuffer(),
  )
  expect(distance(shown, house)).toBeLessThan(4)
  expect(distance(shown, machine)).toBeGreaterThan(20)
})

test('a preview picture is small and cached, and differs by time, language and state', async () => {
  const start = at('2026-11-29T09:00:00Z')
  const one = await leaf(start, 'nl', false)
  expect(one.length).toBeLessThan(100_000)
  expect(await leaf({ ...start }, 'nl', false)).toBe(one)
  expect(await leaf(start, 'fr', false)).not.toEqual(one)
  expect(await leaf(start, 'nl', true)).not.toEqual(one)
  expect(await leaf(at('2026-11-29T09:15:00Z'), 'nl', false)).not.toEqual(one)
})

test('the picture shows the clock of the place', async () => {
  const [start, kralendijk] = ['2027-03-10T20:00:00Z', 'America/Kralendijk'] as const
  expect(await leaf(at(start, kralendijk), 'nl', false)).toBe(await leaf(at('2027-03-10T15:00:00Z'), 'nl', false))
  expect(await leaf(at(start), 'nl', false)).not.toEqual(await leaf(at(start, kralendijk), 'nl', false))
})

test('an invitation’s picture begins with its day, or says that it is cancelled', async () => {
  const firstLine = async (day: string, isCancelled: boolean) =>
    sharp(await leaf(at(`2026-11-${day}T09:00:00Z`), 'nl', isCancelled))
      .extract({ left: 0, top: 68, width: 1200, height: 100 })
      .raw()
      .toBuffer()
  const [sunday, monday] = [await firstLine('29', false), await firstLine('30', false)]
  expect(distance(sunday, monday)).toBeGreaterThan(0.1)
  expect(distance(await firstLine('29', true), await firstLine('30', true))).toBe(0)
})

test('a visitor who asks for many new pictures at once waits for them, and another visitor does not', async () => {
  const day = (number: number) => at(new Date(Date.UTC(2031, 0, 1 + number, 9)).toISOString())
  const order: string[] = []
  const asked = async (turn: string, number: number) => {
    await leaf(day(number), 'nl', false, turn)
    order.push(turn)
  }
  const many = Array.from({ length: 25 }, (_, number) => asked('network 192.0.2.7', number))
  const other = asked('network 192.0.2.8', 100)
  const outcomes = await Promise.allSettled([...many, other])
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  // On a busy machine some of his wait too long and are refused as well.
  expect(refused.length).toBeGreaterThanOrEqual(14)
  expect(refused[0]).toMatchObject({ reason: { code: 'request.tooOften' } })
  expect(order.indexOf('network 192.0.2.8')).toBeLessThan(3)
  // A picture that is kept takes no turn.
  const kept = await Promise.all(Array.from({ length: 25 }, () => leaf(day(0), 'nl', false, 'network 192.0.2.7')))
  expect(new Set(kept).size).toBe(1)
})
