import { expect, test } from 'vitest'
import { allSigneds, Message } from './protobuf.ts'

const of = (...bytes: number[]) => new Message(Buffer.from(bytes))

test.each<[number[], number]>([
  [[0], 0],
  [[127], 127],
  [[0x80, 1], 128],
  [[0xff, 0x7f], 16_383],
  [[0x80, 0x80, 1], 16_384],
  [[0xff, 0xff, 0xff, 0xff, 0x0f], 2 ** 32 - 1],
])('the bytes %j are read as the number %d', (bytes, number) => {
  expect(of(...bytes).varint()).toBe(number)
})

test.each<[number[], number]>([
  [[0], 0],
  [[1], -1],
  [[2], 1],
  [[3], -2],
  [[0xfe, 0xff, 0xff, 0xff, 0x0f], 2 ** 31 - 1],
])('the zigzag bytes %j are read as the number %d', (bytes, number) => {
  expect(of(...bytes).signed()).toBe(number)
})

test('a negative number in plain encoding takes all 64 bits', () => {
  expect(of(...Array(9).fill(0xff), 1).int64()).toBe(-1)
  expect(of(0x80, 0xf8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1).int64()).toBe(-1024)
  expect(of(5).int64()).toBe(5)
})

test('a message is read field by field, and fields of every packing can be skipped', () => {
  const message = of(
    ...[0x08, 0x96, 0x01],
    ...[0x11, 1, 2, 3, 4, 5, 6, 7, 8],
    ...[0x1a, 2, 0x68, 0x69],
    ...[0x25, 1, 2, 3, 4],
    ...[0x2a, 3, 1, 0x80, 1],
    ...[0x32, 2, 1, 2],
    ...[0x3a, 1, 0x61],
  )
  const seen: unknown[] = []
  while (message.next()) {
    seen.push(message.field)
    if (message.field === 1) seen.push(message.varint())
    else if (message.field === 3) seen.push(message.text())
    else if (message.field === 5) seen.push(message.varints())
    else if (message.field === 6) seen.push(message.signeds())
    else message.skip()
  }
  expect(seen).toEqual([1, 150, 2, 3, 'hi', 4, 5, [1, 128], 6, [-1, 1], 7])
  expect([message.isOver, message.next()]).toEqual([true, false])
  expect(allSigneds(Buffer.from([1, 2]))).toEqual([-1, 1])
})

test.each<[string, () => unknown]>([
  ['a number', () => of(0x80).varint()],
  ['a longer number', () => of(...Array(11).fill(0x80), 1).varint()],
  ['a field', () => of(2, 1).bytes()],
])('reading %s without an end is refused', (_, read) => {
  expect(read).toThrow('without an end')
})

test('a field that ends with the message is read, and an unknown packing is refused', () => {
  expect([...of(2, 1, 2).bytes()]).toEqual([1, 2])
  const unknown = of(0x0b)
  unknown.next()
  expect(() => unknown.skip()).toThrow('unknown packing')
  const skipped = of(0x08, 0x80, 0x01, 0x10, 7)
  skipped.next()
  skipped.skip()
  expect([skipped.next(), skipped.field, skipped.varint()]).toEqual([true, 2, 7])
})
