import { notificationKinds } from '@papadag/contract/notifications'
import { expect, test } from 'vitest'
import { notificationDefinitions } from '../../domain/notifications/definitions.ts'
import type { OutgoingText } from '../../domain/notifications/kind.ts'
import { outboxJobs, outgoingKinds } from '../outgoing-kinds.ts'

/** Every kind of notice: the setting that switches it off outside the app, and whether it may be mailed. */
const kinds: Record<string, 'in the app alone' | [setting: string | undefined, ...channels: string[]]> = {
  'playdate.cancelled': ['playdates', 'push', 'mail'],
  'playdate.changed': ['playdates', 'push', 'mail'],
  'playdate.restored': ['playdates', 'push', 'mail'],
  'playdate.announced': ['playdates', 'push', 'mail'],
  'playdate.left': ['playdates', 'push'],
  'playdate.placeChanged': ['playdates', 'push'],
  'playdate.joined': ['playdates', 'push'],
  'playdate.withBlocked': ['playdates', 'push'],
  'playdate.tooFew': ['playdates', 'push', 'mail'],
  'playdate.confirm': ['playdates', 'push', 'mail'],
  'playdate.released': ['playdates', 'push', 'mail'],
  'series.standingEnded': ['playdates', 'push', 'mail'],
  'series.ending': ['playdates', 'push', 'mail'],
  'series.ended': ['playdates', 'push', 'mail'],
  'waiting.movedUp': ['playdates', 'push', 'mail'],
  'waiting.asked': ['playdates', 'push', 'mail'],
  'waiting.tooMany': ['playdates', 'push', 'mail'],
  'waiting.cancelled': ['playdates', 'push', 'mail'],
  'waiting.changed': ['playdates', 'push', 'mail'],
  'waiting.restored': ['playdates', 'push', 'mail'],
  'playdate.chosen': ['playdates', 'push', 'mail'],
  'playdate.noRoom': ['playdates', 'push', 'mail'],
  'poll.asked': ['playdates', 'push', 'mail'],
  'poll.answered': ['playdates', 'push'],
  'proposal.asked': ['playdates', 'push', 'mail'],
  'proposal.made': ['playdates', 'push', 'mail'],
  'report.decided': 'in the app alone',
  'moderation.decided': 'in the app alone',
  reminder: ['reminders', 'push', 'mail'],
  message: ['messages', 'push', 'mail'],
  'thread.message': ['messages', 'push', 'mail'],
  nearby: ['nearby', 'push', 'mail'],
  evening: ['evening', 'push', 'mail'],
  test: [undefined, 'push'],
}

const outbox = outgoingKinds({ retentionDays: 30, forecasts: undefined })

test('every kind of notice has one definition, with its setting and its channels', () => {
  const defined = [
    ...notificationDefinitions.map(({ kind, outside }) => ({ kind, outside })),
    ...outbox.map(outside => ({ kind: outside.kind, outside })),
  ].map(({ kind, outside }) => [
    kind,
    outside ? [outside.setting, 'push', ...(outside.hasMail ? ['mail'] : [])] : 'in the app alone',
  ])
  expect(Object.fromEntries(defined)).toEqual(kinds)
  expect(defined).toHaveLength(Object.keys(kinds).length)
  expect(notificationDefinitions.map(({ kind }) => kind).toSorted()).toEqual(notificationKinds.toSorted())
})

test('no two rows of the outbox share a kind', () => {
  const rows = ['notice', ...outbox.map(({ kind }) => kind), ...outboxJobs.map(({ kind }) => kind)]
  expect(new Set(rows).size).toBe(rows.length)
})

test('a notice that names somebody also has a variant without the name, and no notice says more than who and when', () => {
  const texts: OutgoingText[] = [
    ...notificationDefinitions.flatMap(({ outside }) => outside?.text ?? []),
    ...outbox.map(one => one.text),
  ]
  for (const { title, nameless, body } of texts) {
    for (const sentence of Object.values(body)) expect(sentence.replace(/\{(when|tomorrow)\}/g, '')).not.toMatch(/[{}]/)
    for (const sentence of Object.values(nameless ?? title)) expect(sentence).not.toMatch(/[{}]/)
  }
})
