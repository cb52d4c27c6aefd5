import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replyWriter } from './reply-schema.ts'

const Child = z.object({ name: z.string(), age: z.optional(z.number()) })
const Tree = z.object({
  name: z.string(),
  get branches() {
    return z.array(Tree)
  },
})
const Father = z.object({
  id: z.int(),
  bio: z.nullable(z.string()),
  children: z.array(Child),
  best: z.nullable(Child),
  byName: z.record(z.string(), Child),
})

test('a reply contains the fields of its schema at every depth, and no others', () => {
  const secret = 'hash'
  const child = { name: 'Ama', age: 5, secret }
  const father = { id: 1, bio: '"é" \u2028', children: [child], best: child, byName: { ama: child }, secret }
  const known = { name: 'Ama', age: 5 }
  expect(JSON.parse(replyWriter(z.array(Father))([father]))).toEqual([
    { id: 1, bio: '"é" \u2028', children: [known], best: known, byName: { ama: known } },
  ])
})

test('values without fields keep their place next to objects', () => {
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

test('a word may stand for an object, and neither leaks a field', () => {
  const write = replyWriter(z.array(z.union([z.literal('none'), Child])))
  expect(write(['none', { name: 'Ama', age: 5, secret: 'hash' }])).toBe('["none",{"name":"Ama","age":5}]')
})

test('a reply with alternatives is refused before it can leak a field', () => {
  expect(() => replyWriter(z.union([Child, Father]))({})).toThrow('cannot be written')
})

test.each<[what: string, schema: z.ZodMiniType]>([
  [
    'one of several by a field other than its kind',
    z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
  ],
  ['two at once', z.intersection(Child, z.record(z.string(), z.unknown()))],
  ['part of itself', Tree],
])('a reply that is %s is refused before it can leak a field', (_, schema) => {
  expect(() => replyWriter(schema)({})).toThrow('cannot be written')
})

test('a reply that is one of several kinds has only the fields of its own kind', () => {
  const One = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), ofA: z.int() }),
    z.object({ kind: z.literal('b'), ofB: z.int() }),
  ])
  const write = replyWriter(z.array(One))
  expect(write([{ kind: 'b', ofA: 1, ofB: 2, secret: 3 }])).toBe('[{"kind":"b","ofB":2}]')
  for (const unknown of [{ kind: 'c', secret: 3 }, {}, null]) expect(() => write([unknown])).toThrow('of no kind')
})

test.each([null, 'text', ['text'], 5])('where an object or a list was expected, a reply writes %j unchanged', value => {
  for (const schema of [Father, Child, z.array(z.string()), z.record(z.string(), Child)])
    expect(replyWriter(schema)(value)).toBe(JSON.stringify(value))
  if (!Array.isArray(value)) expect(replyWriter(z.array(Father))(value)).toBe(JSON.stringify(value))
  expect(replyWriter(z.nullable(z.array(Child)))(null)).toBe('null')
  expect(replyWriter(z.nullable(z.record(z.string(), Child)))(null)).toBe('null')
})

test('a list of mixed items writes each item with its own fields', () => {
  const write = replyWriter(z.object({ list: z.array(Child), any: z.record(z.string(), z.unknown()) }))
  const list = [{ name: 'Ama' }, { name: 'Bo', secret: 'hash' }]
  expect(write({ list, any: { a: { b: 1 } } })).toBe('{"list":[{"name":"Ama"},{"name":"Bo"}],"any":{"a":{"b":1}}}')
})
