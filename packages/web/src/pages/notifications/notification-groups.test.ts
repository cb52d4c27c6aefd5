import type { Notification } from '@papadag/contract/notifications'
import { expect, test } from 'vitest'
import { byDay } from './notification-groups.ts'

let id = 100

function told(kind: Notification['kind'], createdAt: string, playdateId?: number): Notification {
  const details = kind.startsWith('playdate.') ? { ...(playdateId && { playdateId }), title: 'Hutten bouwen' } : {}
  id -= 1
  return { id, kind, details, createdAt: new Date(createdAt).toISOString(), isRead: false }
}

test('notifications are grouped by day and playdate, the latest first, and others are on their own', () => {
  const days = byDay(
    [
      told('playdate.restored', '2026-11-22T14:00', 7),
      told('report.decided', '2026-11-22T13:30'),
      told('playdate.cancelled', '2026-11-22T13:00', 7),
      told('playdate.joined', '2026-11-22T12:00', 8),
      told('report.decided', '2026-11-22T11:00'),
      told('playdate.changed', '2026-11-21T23:59', 7),
      told('playdate.cancelled', '2026-11-01T10:00'),
    ],
    new Date('2026-11-22T15:00'),
  )
  const shown = days.map(({ date, ago, groups }) => [
    date,
    ago,
    groups.map(({ playdate, entries }) => [playdate?.id, entries.map(({ kind }) => kind)]),
  ])
  expect(shown).toEqual([
    [
      '2026-11-22',
      0,
      [
        [7, ['playdate.restored', 'playdate.cancelled']],
        [undefined, ['report.decided']],
        [8, ['playdate.joined']],
        [undefined, ['report.decided']],
      ],
    ],
    ['2026-11-21', 1, [[7, ['playdate.changed']]]],
    ['2026-11-01', 21, [[undefined, ['playdate.cancelled']]]],
  ])
})

test('a notification of a deleted playdate has no link, and “yesterday” is right across a clock change', () => {
  const [day] = byDay([told('playdate.cancelled', '2026-10-24T23:30')], new Date('2026-10-25T23:30'))
  expect(day?.ago).toBe(1)
  expect(day?.groups[0]?.playdate).toMatchObject({ id: undefined, title: 'Hutten bouwen' })
})

test('a cancelled playdate is linked for those who had joined, and not for those who were only invited', () => {
  const asked = (kind: Notification['kind'], at: string): Notification => {
    const one = told(kind, at, 7)
    return { ...one, details: { ...one.details, relation: 'asked' } }
  }
  const linked = (one: Notification) => byDay([one])[0]?.groups[0]?.playdate?.id
  expect(linked(told('playdate.cancelled', '2026-11-22T13:00', 7))).toBe(7)
  expect(linked(asked('playdate.cancelled', '2026-11-22T13:00'))).toBeUndefined()
  expect(linked(asked('playdate.changed', '2026-11-22T13:00'))).toBe(7)
})
