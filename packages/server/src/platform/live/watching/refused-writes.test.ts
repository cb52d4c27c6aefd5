import { block, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { connect } from '../../../testing/socket.ts'
import { type Father, world } from '../../../testing/world.ts'

/** One write that is repeated: it is refused for coming too often, or changes nothing any more. */
const repeated: [what: string, write: (writer: Father, time: number, other: Father) => Promise<unknown>][] = [
  ['profile edits', (writer, time) => writer.call(editProfile, { body: { bio: `tekst ${time}` } })],
  ['settings', (writer, time) => writer.call(editSettings, { body: { discoverable: time % 2 === 0 } })],
  ['blocks', (writer, _, other) => writer.call(block, { params: { id: other.id } })],
]
const same: typeof repeated = [
  ['the same profile', writer => writer.call(editProfile, { body: { bio: 'tekst', city: 'Utrecht' } })],
  ['the same settings', writer => writer.call(editSettings, { body: { discoverable: true, showDistance: false } })],
  ['the same block', (writer, _, other) => writer.call(block, { params: { id: other.id } })],
]

async function watchedWorld(RATE_LIMIT: string) {
  const { host, father: reader, other, third: last } = await world({ fathers: 3, env: { RATE_LIMIT } })
  const screen = await connect(reader)
  const paths = [`/api/users/${host.id}`, `/api/users/${last.id}`]
  screen.send({ type: 'watch', paths, readAgoMs: 0 })
  const told = () => screen.frames.flatMap(frame => (frame.type === 'changed' ? (frame.paths as string[]) : []))
  /** How often the reader was notified of the writer, up to a later change by somebody else. */
  const heard = async () => {
    await last.call(editProfile, { body: { bio: 'later' } })
    await screen.until(() => (told().includes(`/api/users/${last.id}`) ? true : undefined))
    return told().filter(path => path === `/api/users/${host.id}`).length
  }
  return { host, other, heard }
}

test.each(repeated)('%s refused for coming too often are announced to nobody', async (_, write) => {
  const { host, other, heard } = await watchedWorld('0.03')
  await write(host, 1, other)
  const refused: unknown[] = []
  for (let time = 2; time < 20; time += 1) {
    await write(host, time, other).catch((error: { status: number }) => void refused.push(error.status))
  }
  expect(refused.length).toBeGreaterThan(10)
  expect(new Set(refused)).toEqual(new Set([429]))
  expect(await heard()).toBeLessThanOrEqual(19 - refused.length)
})

test.each(same)('%s stored again is announced to nobody', async (_, write) => {
  const { host, other, heard } = await watchedWorld('off')
  for (let time = 0; time < 10; time += 1) await write(host, time, other)
  expect(await heard()).toBeLessThanOrEqual(1)
})
