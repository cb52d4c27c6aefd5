import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replyWriter } from './reply-schema.ts'

const Child = z.object({ name: z.string(), age: z.optional(z.number()) })
const Father = z.object({
  id: z.int(),
  bio: z.nullable(z.string()),
  children: z.array(Child),
  best: z.nullable(Child),
  byName: z.record(z.string(), Child),
})

test('a reply contains the fields of its schema, at every depth, and no others', () => {
  const secret = 'hash'
  const child = { name: 'Ama', age: 5, secret }
  const father = { id: 1, bio: '"é" \u2028', children: [child], best: child, byName: { ama: child }, secret }
  const known = { name: 'Ama', age: 5 }
  expect(JSON.parse(replyWriter(z.array(Father))([father]))).toEqual([
    { id: 1, bio: '"é" \u2028', children: [known], best: known, byName: { ama: known } },
  ])
})

test('values without fields keep their place beside objects', () => {
  const Named = z.array(z.object({ name: z.string(), child: z.optional(Child) }))
  const list = [
    { name: 'A' },
    { name: 'B', child: { name: 'Ama', secret: 'hash' } },
    { name: 'C', child: { name: 'Bo' } },
  ]
  expect(replyWriter(Named)(list)).toBe(
    '[{"name":"A"},{"name":"B","child":{"name":"Ama"}},{"name":"C","child":{"name":"Bo"}}]',
  )
})

test('null stays null, and optional fields may be absent', () => {
  const father = { id: 1, bio: null, children: [{ name: 'Ama' }], best: null, byName: {} }
  expect(JSON.parse(replyWriter(Father)(father))).toEqual(father)
})

test('a reply with alternatives is refused before it can leak a field', () => {
  expect(() => replyWriter(z.union([Child, Father]))({})).toThrow('cannot be written')
})
