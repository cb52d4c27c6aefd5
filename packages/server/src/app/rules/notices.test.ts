import { expect, test } from 'vitest'
import type { OutgoingText } from '../../domain/notifications/kind.ts'
import { sayings } from '../../testing/domain/sayings.ts'
import { notificationDefinitions } from '../notification-kinds.ts'
import { outboxJobs, outgoingKinds } from '../outgoing-kinds.ts'

/** Every kind of notice, and each of its readers where it says something else to them: the setting that switches it off outside the app, and whether it may be mailed. */
const kinds: Record<string, 'in the app alone' | [setting: string | undefined, ...channels: string[]]> = {
  'playdate.cancelled onIt': ['playdates', 'push', 'mail'],
  'playdate.cancelled usuallyThere': ['playdates', 'push', 'mail'],
  'playdate.cancelled asked': ['playdates', 'push', 'mail'],
  'playdate.cancelled waiting': ['playdates', 'push', 'mail'],
  'playdate.changed onIt': ['playdates', 'push', 'mail'],
  'playdate.changed usuallyThere': ['playdates', 'push', 'mail'],
  'playdate.changed asked': ['playdates', 'push', 'mail'],
  'playdate.changed waiting': ['playdates', 'push', 'mail'],
  'playdate.restored onIt': ['playdates', 'push', 'mail'],
  'playdate.restored usuallyThere': ['playdates', 'push', 'mail'],
  'playdate.restored asked': ['playdates', 'push', 'mail'],
  'playdate.restored waiting': ['playdates', 'push', 'mail'],
  'playdate.announced': ['playdates', 'push', 'mail'],
  'playdate.left': ['playdates', 'push'],
  'playdate.placeChanged': ['playdates', 'push'],
  'playdate.placeState': ['playdates', 'push'],
  'playdate.joined creator': ['playdates', 'push'],
  'playdate.withBlocked': ['playdates', 'push'],
  'playdate.tooFew': ['playdates', 'push', 'mail'],
  'playdate.confirm': ['playdates', 'push', 'mail'],
  'playdate.released': ['playdates', 'push', 'mail'],
  'series.standingEnded': ['playdates', 'push', 'mail'],
  'series.ending': ['playdates', 'push', 'mail'],
  'series.ended': ['playdates', 'push', 'mail'],
  'playdate.joined waiting': ['playdates', 'push', 'mail'],
  'playdate.joined near': ['playdates', 'push', 'mail'],
  'playdate.hasRoom': ['playdates', 'push', 'mail'],
  'playdate.chosen': ['playdates', 'push', 'mail'],
  'playdate.noRoom': ['playdates', 'push', 'mail'],
  'poll.asked': ['playdates', 'push', 'mail'],
  'poll.answered': ['playdates', 'push'],
  'proposal.asked': ['playdates', 'push', 'mail'],
  'proposal.made': ['playdates', 'push', 'mail'],
  'playdate.planned': ['playdates', 'push', 'mail'],
  'playdate.now': ['playdates', 'push'],
  'playdate.buddy': ['playdates', 'push'],
  'circle.asked': ['messages', 'push', 'mail'],
  'circle.joined': 'in the app alone',
  'circle.wished': ['messages', 'push', 'mail'],
  'circle.letIn': ['messages', 'push', 'mail'],
  'circle.removed': 'in the app alone',
  'passkey.added': [undefined, 'push', 'mail'],
  'passkey.copied': [undefined, 'push', 'mail'],
  'recoveryCodes.made': [undefined, 'push', 'mail'],
  'device.new': [undefined, 'push'],
  'device.copied': [undefined, 'push'],
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
  const silent = Object.entries(notificationDefinitions).flatMap(([kind, { outside }]) => (outside ? [] : [kind]))
  const defined = [...sayings.map(one => ({ ...one, kind: one.name })), ...outbox].map(({ kind, setting, hasMail }) => [
    kind,
    [setting, 'push', ...(hasMail ? ['mail'] : [])],
  ])
  expect({
    ...Object.fromEntries(defined),
    ...Object.fromEntries(silent.map(kind => [kind, 'in the app alone'])),
  }).toEqual(kinds)
  expect(defined.length + silent.length).toBe(Object.keys(kinds).length)
})

test('no two rows of the outbox share a kind', () => {
  const rows = ['notice', ...outbox.map(({ kind }) => kind), ...outboxJobs.map(({ kind }) => kind)]
  expect(new Set(rows).size).toBe(rows.length)
})

test('a notice that names somebody also has a variant without the name, and no notice says more than who and when', () => {
  const texts: OutgoingText[] = [
    ...sayings.flatMap(({ text, instead }) => (instead ? [text, instead.text] : [text])),
    ...outbox.map(one => one.text),
  ]
  for (const { title, nameless, body } of texts) {
    for (const sentence of Object.values(body))
      expect(sentence.replace(/\{(when|tomorrow|device)\}/g, '')).not.toMatch(/[{}]/)
    for (const sentence of Object.values(nameless ?? title))
      expect(sentence.replace(/\{(device|time)\}/g, '')).not.toMatch(/[{}]/)
  }
})
