import { gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { compressLong } from './encoding.ts'

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
