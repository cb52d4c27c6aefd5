import { limits } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import { cut, momentIn, numberIn } from './paging.ts'

const refused = expect.objectContaining({ code: 'request.invalid' })

test('a page continues after the number or the time at which the previous one ended', () => {
  expect(numberIn({ cursor: undefined })).toBe(undefined)
  expect(numberIn({ cursor: '12' })).toBe(12)
  expect(momentIn({ cursor: undefined })).toBe(undefined)
  expect(momentIn({ cursor: '2031-06-01T08:00:00.000Z_12' })).toEqual({ at: '2031-06-01T08:00:00.000Z', id: '12' })
})

test.each(['', 'twaalf', '-1', '1.5', '99999999999', String(limits.idMax + 1)])(
  'the cursor %j is refused, since the server never gives out such a number',
  cursor => {
    expect(() => numberIn({ cursor })).toThrow(refused)
  },
)

test.each([
  '',
  '12',
  '2031-06-01_12',
  '2031-13-01T08:00:00.000Z_12',
  '2031-02-30T08:00:00.000Z_12',
  '0000-01-01T08:00:00.000Z_12',
  '2031-06-01T08:00:00.000Z_x',
])('the cursor %j is refused, since the server never gives out such a time', cursor => {
  expect(() => momentIn({ cursor })).toThrow(refused)
})

test('a page names the next page only when there is one', () => {
  const told: string[] = []
  const page = { limit: 2, cursor: undefined, more: (cursor: string) => told.push(cursor) }
  const rows = [{ id: 9 }, { id: 8 }, { id: 7 }]
  expect(cut(rows.slice(0, 2), page, ({ id }) => id)).toEqual([{ id: 9 }, { id: 8 }])
  expect(told).toEqual([])
  expect(cut(rows, page, ({ id }) => id)).toEqual([{ id: 9 }, { id: 8 }])
  expect(told).toEqual(['8'])
})
