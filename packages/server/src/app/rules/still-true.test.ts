import { expect, test } from 'vitest'
import type { NotificationFacts } from '../../domain/notifications/kind.ts'
import { sayings } from '../../testing/domain/sayings.ts'

const later = new Date(Date.now() + 3_600_000).toISOString()
const earlier = new Date(Date.now() - 1000).toISOString()

/** An upcoming playdate without anything special. */
const plain: NotificationFacts = {
  playdateId: 7,
  pollId: null,
  startTime: later,
  isCancelled: false,
  isCreator: false,
  isComing: false,
  isOn: false,
  isUnconfirmed: false,
  isShort: false,
  mayCome: false,
  free: 0,
  wanted: null,
  name: null,
  isSeveral: false,
  isTogether: false,
  circleId: null,
  device: null,
  createdAt: later,
}
const coming = { isOn: true, isComing: true }
const cancelled = { isCancelled: true, isComing: false, mayCome: false }
const gone = { playdateId: null, isComing: false, isOn: false, mayCome: false }

const cancellation: Case = {
  true: [{ isOn: true, ...cancelled }, gone],
  false: [
    { ...coming },
    { isOn: false, ...cancelled },
    { ...gone, startTime: earlier },
    { ...gone, startTime: undefined },
  ],
}
const ifComing: Case = {
  true: [coming, { mayCome: true }],
  false: [{}, { isOn: true, ...cancelled }, gone],
}
const ifWaiting: Case = { true: [{ wanted: 1 }], false: [{}, { wanted: 1, ...cancelled }] }
const toEach = (kind: string, relations: readonly string[], one: Case) =>
  Object.fromEntries(relations.map(relation => [`${kind} ${relation}`, one]))

type Case = { true: Partial<NotificationFacts>[]; false: Partial<NotificationFacts>[] }

/** What makes it worth sending outside the app, and what makes it outdated by the time it is sent. */
const cases: Record<string, Case> = {
  ...toEach('playdate.cancelled', ['onIt', 'usuallyThere', 'asked'], cancellation),
  'playdate.cancelled waiting': {
    true: [{ wanted: 1, ...cancelled }, gone],
    false: [{ wanted: 1 }, cancelled, { ...gone, startTime: earlier }, { ...gone, startTime: undefined }],
  },
  ...toEach('playdate.changed', ['onIt', 'usuallyThere', 'asked'], ifComing),
  'playdate.changed waiting': ifWaiting,
  ...toEach('playdate.restored', ['onIt', 'usuallyThere', 'asked'], ifComing),
  'playdate.restored waiting': ifWaiting,
  'playdate.announced': { true: [coming], false: [{}, { isOn: true, ...cancelled }, gone] },
  'playdate.left': {
    true: [{ ...coming, isCreator: true, name: 'Bram' }],
    false: [
      { ...coming, isCreator: true },
      { ...coming, name: 'Bram' },
      { isOn: true, ...cancelled, isCreator: true, name: 'Bram' },
    ],
  },
  'playdate.placeChanged': {
    true: [{ ...coming, isCreator: true }],
    false: [coming, { isOn: true, ...cancelled, isCreator: true }, gone],
  },
  'playdate.placeState': {
    true: [{ ...coming, isCreator: true }],
    false: [coming, { isOn: true, ...cancelled, isCreator: true }, gone],
  },
  'playdate.joined creator': {
    true: [{ ...coming, isCreator: true }],
    false: [coming, { isOn: true, ...cancelled, isCreator: true }],
  },
  'playdate.withBlocked': { true: [coming], false: [{}, { isOn: true, ...cancelled }] },
  'playdate.tooFew': {
    true: [{ ...coming, isCreator: true, isShort: true }],
    false: [
      { ...coming, isCreator: true },
      { ...coming, isShort: true },
      { isOn: true, ...cancelled, isCreator: true, isShort: true },
    ],
  },
  'playdate.confirm': {
    true: [{ ...coming, isUnconfirmed: true }],
    false: [coming, { isUnconfirmed: true }, { isOn: true, ...cancelled, isUnconfirmed: true }],
  },
  'playdate.released': { true: [{}], false: [coming, cancelled, gone] },
  'series.standingEnded': { true: [{}, gone], false: [] },
  'series.ending': {
    true: [{ ...coming, isCreator: true }],
    false: [coming, { isOn: true, ...cancelled, isCreator: true }],
  },
  'series.ended': { true: [{}, gone], false: [] },
  'playdate.joined near': { true: [{ ...gone, name: 'Ruud' }], false: [gone] },
  'playdate.joined waiting': { true: [coming], false: [{}, { isOn: true, ...cancelled }] },
  'playdate.hasRoom': {
    true: [
      { wanted: 2, free: 2 },
      { wanted: 1, free: 2 },
      { wanted: 3, free: 2 },
    ],
    false: [{ free: 2 }, { wanted: 1, free: 0 }, { wanted: 2, free: 2, ...cancelled }],
  },
  'playdate.chosen': { true: [{}], false: [cancelled, gone] },
  'playdate.noRoom': { true: [{}], false: [cancelled, gone, coming] },
  'proposal.asked': { true: [{}, gone], false: [] },
  'proposal.made': { true: [{}], false: [cancelled, gone] },
  'playdate.planned': {
    true: [{ name: 'Bram' }],
    false: [{}, { ...coming, name: 'Bram' }, { ...cancelled, name: 'Bram' }, { ...gone, name: 'Bram' }],
  },
  'circle.wished': { true: [{ name: 'Bram' }], false: [{}] },
  'circle.letIn': { true: [{}], false: [] },
  'playdate.now': { true: [{}], false: [coming, cancelled, gone] },
  'playdate.buddy': {
    true: [{ ...coming, name: 'Bram' }],
    false: [coming, { name: 'Bram' }, { isOn: true, ...cancelled, name: 'Bram' }],
  },
  'circle.asked': { true: [{ name: 'Bram' }], false: [{}] },
  'passkey.added': { true: [{}, gone], false: [] },
  'passkey.copied': { true: [{}, gone], false: [] },
  'recoveryCodes.made': { true: [{}, gone], false: [] },
  'device.new': { true: [{}, gone], false: [] },
  'device.copied': { true: [{}, gone], false: [] },
  'poll.asked': { true: [{ name: 'Bram' }], false: [{}] },
  'poll.answered': { true: [{}, gone], false: [] },
}

test('every kind of notice sent outside the app says for each of its readers when it no longer applies', () => {
  expect(sayings.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted())
})

test.each(sayings)('$name is sent while it still applies, and not afterwards', ({ name, isTrue }) => {
  const known = cases[name]
  for (const facts of known?.true ?? []) expect(isTrue({ ...plain, ...facts }), JSON.stringify(facts)).toBe(true)
  for (const facts of known?.false ?? []) expect(isTrue({ ...plain, ...facts }), JSON.stringify(facts)).toBe(false)
})
