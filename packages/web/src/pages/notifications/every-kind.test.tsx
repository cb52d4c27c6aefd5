import { i18n } from '@lingui/core'
import type { ForReaders, Notification, NotificationKind, ReaderRelation } from '@papadag/contract/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { datesIn } from '../../platform/language/dates.ts'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { ok } from '../../testing/stand-in-server.ts'
import { NotificationList } from './notification-list.tsx'

beforeEach(() => showLanguage('en'))

const ahead = new Date(Date.now() + 172_800_000).toISOString()
const kwame = { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null }
const about = { playdateId: 5, title: 'Kites', startTime: ahead }
const rhythm = { every: 'week', day: '2026-11-25', time: '15:00' } as const
const poll = { details: { pollId: 3, title: 'Kites' } }
const decision = { target: 'message', decision: 'warn', reference: 'M7' }
const message = 'Send a message: Kwame'
const view = 'View the playdate'
const plan = 'Plan something yourself'

type Case = Partial<Notification> & { action: string | RegExp; when?: RegExp | false; names?: RegExp }

const called: Case[] = [
  { person: kwame, action: message },
  { person: null, action: plan },
]
const dated: Case[] = [{ action: 'Add to calendar' }]
const placed: Case[] = [{ action: 'Not after all' }]

/** What each of its readers is offered, most and least; `when` is false where nothing has a time of its own. */
const kinds: { [K in NotificationKind]: ForReaders<K, Case[]> } = {
  'playdate.cancelled': {
    onIt: called,
    usuallyThere: called,
    asked: called,
    waiting: [{ action: plan }],
  },
  'playdate.changed': { onIt: dated, usuallyThere: dated, asked: dated, waiting: placed },
  'playdate.restored': { onIt: dated, usuallyThere: dated, asked: dated, waiting: placed },
  'playdate.announced': [{ person: kwame, action: view }],
  'playdate.left': [
    { person: kwame, action: message },
    { person: null, action: view },
    // To whom of them is for him to say.
    { person: kwame, people: [kwame, { ...kwame, id: 99 }], action: view },
  ],
  'playdate.placeChanged': [{ action: view }],
  'playdate.placeState': [
    { details: { ...about, state: 'closed' }, action: view },
    { details: { ...about, state: 'flooded' }, action: view },
  ],
  'playdate.joined': {
    creator: [
      { people: [{ ...kwame, children: 0 }], action: message },
      { people: [], action: view },
    ],
    waiting: placed,
    // There is no playdate yet.
    near: [
      {
        person: kwame,
        details: { relation: 'near' },
        names: /Kwame is the first/,
        action: 'View Kwame’s profile',
        when: false,
      },
    ],
  },
  'playdate.withBlocked': [{ action: view }],
  'playdate.tooFew': [{ action: view }],
  'playdate.confirm': [{ action: view }],
  'playdate.released': [{ action: view }],
  'series.standingEnded': [{ details: { ...about, rhythm }, action: view }],
  'series.ending': [{ action: view }],
  'series.ended': [{ details: { title: 'Kites', rhythm }, action: plan, when: /Every Wednesday, 15:00/ }],
  'playdate.hasRoom': [
    { places: { free: 2, wanted: 2 }, action: view },
    { places: { free: 2, wanted: 4 }, action: 'Join with 1 child' },
    { places: { free: 1, wanted: 2 }, action: 'Join on my own' },
    { places: { free: 0, wanted: 2 }, action: view },
    { places: { free: 1, wanted: null }, action: view },
  ],
  'playdate.chosen': [{ action: 'Add to calendar' }],
  'playdate.noRoom': [
    { person: kwame, action: message },
    { person: null, action: view },
  ],
  'playdate.planned': [
    { person: kwame, action: view },
    { details: { ...about, rhythm }, action: view, names: /standing place/ },
  ],
  'playdate.buddy': [{ person: kwame, action: view }],
  'playdate.now': [{ person: kwame, action: view }],
  // The days are in the question.
  'poll.asked': [{ ...poll, person: kwame, action: 'Kites', when: false }],
  'poll.answered': [{ ...poll, action: 'Kites', when: false }],
  'proposal.asked': [{ details: { proposalId: 4, title: 'Kites', startTime: ahead }, action: /Kites$/ }],
  'proposal.made': [{ action: 'Add to calendar' }],
  // A circle has no day of its own.
  'circle.asked': [{ details: { circleId: 6, title: 'Kites' }, person: kwame, action: 'Kites', when: false }],
  'circle.joined': [{ details: { circleId: 6, title: 'Kites' }, person: kwame, action: 'Kites', when: false }],
  'circle.wished': [{ details: { circleId: 6, title: 'Kites' }, person: kwame, action: 'Kites', when: false }],
  'circle.letIn': [{ details: { circleId: 6, title: 'Kites' }, action: 'Kites', when: false }],
  'circle.removed': [],
  'passkey.copied': [
    { details: { title: 'Kites' }, names: /“Kites”/, action: 'Remove it and make a new one', when: false },
  ],
  'passkey.added': [
    { details: { title: 'Kites' }, names: /“Kites”/, action: 'Remove it and change your password', when: false },
  ],
  'recoveryCodes.made': [
    { action: 'Make new ones and change your password', names: /recovery codes/, details: {}, when: false },
  ],
  'device.new': [
    {
      details: { deviceId: 3, device: 'Chrome, Android' },
      isThere: true,
      action: 'Wasn’t me: log it out',
      when: false,
      names: /Chrome on Android/,
    },
  ],
  'device.copied': [
    { details: { device: 'Chrome, Android' }, action: 'Change password', when: false, names: /Chrome on Android/ },
  ],
  // A decision names what it is about, and how to object.
  'report.decided': [{ details: { target: 'message', hasActed: true, reference: 'M7' }, action: /./, when: false }],
  'moderation.decided': [{ details: { ...decision, title: 'Kites' }, action: /./, when: false }],
}
const cases = Object.entries(kinds).flatMap(([kind, readers]) => {
  const of = Array.isArray(readers) ? { everybody: readers } : readers
  return Object.entries<Case[]>(of).flatMap(([relation, all]) =>
    all.map(one => [kind as NotificationKind, relation as ReaderRelation, one] as const),
  )
})

test.each(cases)(
  'a notice (%s, to %s) names what and when, and has one thing to do: %#',
  async (kind, relation, { action, when, names, ...rest }) => {
    const notice = {
      id: 7,
      kind,
      details: { ...about, relation },
      createdAt: new Date().toISOString(),
      isRead: true,
      ...rest,
    }
    show(<NotificationList />, '/notifications', { 'GET /api/notifications': () => ok([notice]) })
    const [group] = await screen.findAllByRole('listitem')
    if (!group) throw new Error('there is a notice')
    await waitFor(() => expect(group.textContent).toMatch(names ?? (kind === 'report.decided' ? /a message/ : /Kites/)))
    const { dayAndMonth } = datesIn(i18n)
    if (when !== false) expect(group.textContent).toMatch(when ?? new RegExp(dayAndMonth(ahead)))
    const inside = within(group)
    const offered = () =>
      [...inside.queryAllByRole('button'), ...inside.queryAllByRole('link')]
        .map(one => one.getAttribute('aria-label') ?? one.textContent)
        // Its title leads to the playdate.
        .filter(name => name !== 'Kites' || /^(poll|circle)\./.test(kind))
    await waitFor(() => expect(offered()).toEqual([expect.stringMatching(action)]))
  },
)
