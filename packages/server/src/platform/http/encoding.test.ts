import { gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { compressLong } from './encoding.ts'

const request = { headers: { 'accept-encoding': 'gzip, br' } } as unknown as FastifyRequest
const reply = { header: () => reply } as unknown as FastifyReply

test('compressing a long reply is charged to its reader, and no text makes it slow', async () => {
  let random = 1
  const letter = () => {
    random = (random * 48271) % 2147483647
    return 'abcd'[random % 4]
  }
  // The usual level takes ten times as long for this text.
  const text = Array.from({ length: 1_000_000 }, letter).join('')
  const charged: number[] = []
  const begun = process.cpuUsage()
  const sent = await compressLong(text, request, reply, ms => charged.push(ms))
  const { user, system } = process.cpuUsage(begun)
  expect(gunzipSync(sent as Buffer).toString()).toBe(text)
  expect((user + system) / 1000).toBeLessThan(100)
  expect(charged).toEqual([expect.any(Number)])
  expect(charged[0]).toBeGreaterThan(1)
  expect(charged[0]).toBeLessThanOrEqual(30)
  await compressLong('short', request, reply, ms => charged.push(ms))
  expect(charged).toHaveLength(1)
})
