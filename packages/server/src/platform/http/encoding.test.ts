import { gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { compressLong, encodingOf } from './encoding.ts'

const request = { headers: { 'accept-encoding': 'gzip, br' } } as unknown as FastifyRequest
const reply = { header: () => reply } as unknown as FastifyReply

test('compressing a long reply is charged to its reader', async () => {
  let random = 1
  const letter = () => {
    random = (random * 48271) % 2147483647
    return 'abcd'[random % 4]
  }
  const text = Array.from({ length: 1_000_000 }, letter).join('')
  const charged: number[] = []
  const sent = await compressLong(text, request, reply, ms => charged.push(ms))
  expect(gunzipSync(sent as Buffer).toString()).toBe(text)
  expect(charged).toEqual([expect.any(Number)])
  expect(charged[0]).toBeGreaterThan(1)
  expect(charged[0]).toBeLessThanOrEqual(30)
  await compressLong('short', request, reply, ms => charged.push(ms))
  expect(charged).toHaveLength(1)
})

test('a reply of 4096 characters is compressed for a browser that accepts gzip, and a shorter one is not', async () => {
  const set: string[][] = []
  const noted = { header: (...header: string[]) => set.push(header) } as unknown as FastifyReply
  const accepting = (encoding: string | undefined) =>
    ({ headers: { 'accept-encoding': encoding } }) as unknown as FastifyRequest
  const sent = async (length: number, encoding: string | undefined) => {
    set.length = 0
    const bytes = await compressLong('x'.repeat(length), accepting(encoding), noted, () => {})
    return [typeof bytes, ...set.flat()]
  }
  expect(await sent(4096, 'gzip')).toEqual(['object', 'content-encoding', 'gzip'])
  expect(await sent(4095, 'gzip')).toEqual(['string'])
  for (const other of ['br', 'identity', undefined]) expect(await sent(4096, other)).toEqual(['string'])
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['zgzip, brx', 'identity'],
  ['gzip;q=0', 'identity'],
  ['gzip; q=0.000, br;q=0', 'identity'],
  ['gzip ; Q = 0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['gzip;q=no', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['identity;q=0', 'identity'],
  ['x-gzip', 'gzip'],
  [',, gzip ,', 'gzip'],
  ['', 'identity'],
  [undefined, 'identity'],
])('a browser that accepts %s gets a page as %s', (accepted, sent) => {
  expect(encodingOf({ headers: { 'accept-encoding': accepted } } as unknown as FastifyRequest)).toBe(sent)
})
